// The default pipeline keeps what kernels write: random programs are interpreted before and after it.
#include "passes/pipeline.h"

#include <fmt/format.h>

#include <bit>
#include <random>

#include "ir/interpret.h"
#include "ir/print.h"
#include "ir_text.h"
#include "sync_checker.h"

namespace tritonc::passes {
namespace {

/// Text of a random kernel over buffers of f32 with masks, branches, loops, pointers that advance, folds, shapes that
/// force conversions, and atomics. Sums of floats are left out: passes may reorder them.
/// Every access is in bounds of buffers of kElements where its mask is true.
class RandomKernel {
public:
  static constexpr int kElements = 2048;

  explicit RandomKernel(uint32_t seed) : random_(seed) {}

  std::string text() {
    isMatrix_ = random_() % 3 == 0;
    tile_ = isMatrix_ ? "tile<16x16x" : "tile<256x";
    line("%pid = program_id 0 : i32");
    makeOffsets();
    for (int i = 0; i < 3; ++i) floats_.push_back(load(pick({"%x", "%y"})));
    for (int i = 0; i < 10; ++i) random_() % 2 ? step(/*mayNest=*/true) : foldOrShape();
    // Every value counts.
    std::string total = floats_[0];
    for (size_t i = 1; i < floats_.size(); ++i) total = define("addf " + total + ", " + floats_[i], "f32");
    store(total);
    return "module {warps = " + std::string(pick({"1", "2", "4", "8"})) +
           "}\nkernel @k(%x: ptr<f32> {divisible = 16}, %y: ptr<f32>" + std::string(pick({"", " {divisible = 16}"})) +
           ", %o: ptr<f32> {divisible = 16}, %n: i32" + pick({"", " {divisible = 16}"}) + ", %start: i32) {\n" + body_ +
           "  return\n}\n";
  }

private:
  void makeOffsets() {
    if (!isMatrix_) {
      line("%base = muli %pid, 256 : i32");
      line("%r = range 0, 256 : tile<256xi32>");
      offsets_ = define("addi " + std::string(pick({"%base", "%base", "%start"})) + ", %r", "i32");
      mask_ = define("cmp.slt " + offsets_ + ", %n", "i1");
      if (random_() % 2) {
        std::string more = define("cmp.sle " + std::string(pick({"0", "3"})) + ":i32, " + offsets_, "i1");
        mask_ = define("andi " + mask_ + ", " + more, "i1");
      }
      return;
    }
    line("%base = muli %pid, 16 : i32");
    line("%r = range 0, 16 : tile<16xi32>");
    line("%row = addi %base, %r : tile<16xi32>");
    line("%rows = expand_dims 1, %row : tile<16x1xi32>");
    line("%columns = expand_dims 0, %r : tile<1x16xi32>");
    line("%scaled = muli %rows, 16 : tile<16x1xi32>");
    line("%b0 = broadcast %scaled : tile<16x16xi32>");
    line("%b1 = broadcast %columns : tile<16x16xi32>");
    std::string rows = "%b0", columns = "%b1";
    offsets_ = define("addi " + rows + ", " + columns, "i32");
    line("%few = cmp.slt %columns, 13:i32 : tile<1x16xi1>");
    std::string few = define("broadcast %few", "i1");
    mask_ = define("cmp.slt " + offsets_ + ", %n", "i1");
    if (random_() % 2) mask_ = define("andi " + mask_ + ", " + few, "i1");
  }

  void step(bool mayNest) {
    switch (random_() % (mayNest ? 9 : 5)) {
    case 0: floats_.push_back(load(pick({"%x", "%y", "%o", "%o", "%o"}))); break;
    case 1: {
      std::string condition = define("cmp.olt " + any() + ", " + any(), "i1");
      floats_.push_back(define("select " + condition + ", " + any() + ", " + any(), "f32"));
      break;
    }
    case 2:
    case 3:
      floats_.push_back(define(std::string(pick({"addf ", "subf ", "maxf "})) + any() + ", " + any(), "f32"));
      break;
    case 4: isMatrix_ ? makeFma() : makeNarrow(); break;
    case 5: makeFma(); break;
    case 6: makeBranch(); break;
    case 7: store(any()); break;
    default: makeLoop();
    }
  }

  void makeFma() {
    std::string product = define("mulf " + any() + ", 0.5", "f32");
    floats_.push_back(define(std::string(pick({"addf ", "subf "})) + product + ", " + any(), "f32"));
  }

  void foldOrShape() {
    switch (random_() % 9) {
    case 0:
    case 1: makeReduce(); break;
    case 2: makeArgMax(); break;
    case 3: makeScan(); break;
    case 4: makeTranspose(); break;
    case 5: makePairs(); break;
    case 6: makeAtomic(); break;
    case 7: makeSum(); break;
    default: makeWhile();
    }
  }

  std::string axis() { return isMatrix_ ? pick({"0", "1"}) : "0"; }

  /// The shape without the axis, as the type of a tile of `elem` or a scalar.
  std::string reducedType(const std::string &elem) { return isMatrix_ ? fmt::format("tile<16x{}>", elem) : elem; }

  /// What a reduction along the axis gave, in the shape of all the others.
  std::string spread(const std::string &reduced, const std::string &elem, const std::string &axis) {
    if (!isMatrix_) return reduced;
    std::string column = fresh();
    line(fmt::format("{} = expand_dims {}, {} : tile<{}x{}>", column, axis, reduced, axis == "0" ? "1x16" : "16x1",
                     elem));
    return define("broadcast " + column, elem);
  }

  std::string combineBlock(const std::string &op, const std::string &elem) {
    std::string a = fresh(), b = fresh(), c = fresh();
    return fmt::format(" ({0}: {3}, {1}: {3}) {{\n    {2} = {4} {0}, {1} : {3}\n    yield {2}\n  }}", a, b, c, elem,
                       op);
  }

  void makeReduce() {
    std::string along = axis(), result = fresh();
    if (random_() % 2) {
      line(result + " = reduce " + along + ", " + any() + " : " + reducedType("f32") +
           combineBlock(pick({"maxf", "minf"}), "f32"));
      floats_.push_back(define("maxf " + any() + ", " + spread(result, "f32", along), "f32"));
      return;
    }
    std::string integers = define("fptosi " + any(), "i32");
    line(result + " = reduce " + along + ", " + integers + " : " + reducedType("i32") +
         combineBlock(pick({"addi", "xori", "minsi"}), "i32"));
    // Few bits, so that floats stay exact.
    std::string few = define("andi " + spread(result, "i32", along) + ", " + integers, "i32");
    few = define("andi " + few + ", 127", "i32");
    floats_.push_back(define("sitofp " + few, "f32"));
  }

  /// Two operands at once; ties go to the smaller index.
  void makeArgMax() {
    std::string along = axis(), id = fresh().substr(1);
    std::string indices = isMatrix_ ? define("addi %b0, %b1", "i32") : "%r";
    line(fmt::format(
        "%v{0}, %j{0} = reduce {1}, {2}, {3} : {4}, {5} (%a{0}: f32, %x{0}: i32, %b{0}: f32, %y{0}: i32) {{", id, along,
        any(), indices, reducedType("f32"), reducedType("i32")));
    line(fmt::format("  %g{0} = cmp.olt %b{0}, %a{0} : i1\n    %e{0} = cmp.oeq %a{0}, %b{0} : i1\n"
                     "    %s{0} = cmp.slt %x{0}, %y{0} : i1\n    %t{0} = andi %e{0}, %s{0} : i1\n"
                     "    %w{0} = ori %g{0}, %t{0} : i1\n    %m{0} = select %w{0}, %a{0}, %b{0} : f32\n"
                     "    %n{0} = select %w{0}, %x{0}, %y{0} : i32\n    yield %m{0}, %n{0}\n  }}",
                     id));
    std::string all = spread("%j" + id, "i32", along);
    floats_.push_back(define("sitofp " + (isMatrix_ ? all : define("addi %r, " + all, "i32")), "f32"));
  }

  void makeScan() {
    std::string result = fresh();
    line(result + " = scan " + axis() + ", " + any() + pick({"", " {reverse}"}) + " : " + tile_ + "f32>" +
         combineBlock("maxf", "f32"));
    floats_.push_back(result);
  }

  /// As a matrix, which may be another one than the kernel's own tiles.
  void makeTranspose() {
    if (isMatrix_) return floats_.push_back(define("trans [1, 0], " + any(), "f32"));
    std::string matrix = fresh(), turned = fresh();
    bool isWide = random_() % 2;
    line(matrix + " = reshape " + any() + " : tile<" + (isWide ? "8x32" : "64x4") + "xf32>");
    line(turned + " = trans [1, 0], " + matrix + " : tile<" + (isWide ? "32x8" : "4x64") + "xf32>");
    floats_.push_back(define("reshape " + turned, "f32"));
  }

  /// Neighbours taken apart and put together the other way round.
  void makePairs() {
    std::string pairs = fresh(), left = fresh(), right = fresh(), joined = fresh();
    line(pairs + " = reshape " + any() + " : tile<128x2xf32>");
    line(left + ", " + right + " = split " + pairs + " : tile<128xf32>, tile<128xf32>");
    line(joined + " = join " + right + ", " + left + " : tile<128x2xf32>");
    floats_.push_back(define("reshape " + joined, "f32"));
  }

  /// What the mask keeps out gives nothing that anybody may look at.
  void makeAtomic() {
    std::string order = pick({"", " {order = relaxed}", " {order = acquire}", " {order = release}"});
    if (random_() % 2) {
      std::string value = fresh();
      line(value + " = atomic_rmw " + pick({"xchg", "addf"}) + ", %o, 2.0" + order + " : f32");
      return floats_.push_back(define("maxf " + any() + ", " + value, "f32"));
    }
    std::string pointer = define("addptr %o, " + offsets_, "ptr<f32>");
    std::string before = define("atomic_rmw xchg, " + pointer + ", " + any() + ", " + mask_ + order, "f32");
    floats_.push_back(define("select " + mask_ + ", " + before + ", 0.0", "f32"));
  }

  /// A reduction in each iteration that could be one after the loop.
  void makeSum() {
    std::string id = fresh().substr(1), along = axis(), type = reducedType("i32");
    line(fmt::format("%f{0} = fptosi {1} : {2}i32>", id, any(), tile_));
    line(fmt::format("%z{0} = reduce {1}, %f{0} : {2}", id, along, type) + combineBlock("minsi", "i32"));
    std::string op = pick({"addi", "maxsi", "xori", "minui"});
    line(fmt::format("%s{0} = for 0:i32, {3}:i32, 1:i32, %z{0} : {1} (%i{0}: i32, %a{0}: {1}) {{\n"
                     "    %g{0} = muli %f{0}, %i{0} : {2}i32>",
                     id, type, tile_, pick({"0", "1", "3"})));
    line(fmt::format("  %r{0} = reduce {1}, %g{0} : {2}", id, along, type) + combineBlock(op, "i32"));
    line(fmt::format("  %n{0} = {1} %a{0}, %r{0} : {2}\n    yield %n{0}\n  }}", id, op, type));
    std::string few = define("andi " + spread("%s" + id, "i32", along) + ", %f" + id, "i32");
    floats_.push_back(define("sitofp " + define("andi " + few + ", 127", "i32"), "f32"));
  }

  void makeWhile() {
    std::string id = fresh().substr(1);
    line(fmt::format("%n{0}, %w{0} = while 0, {1} : i32, {2}f32> (%k{0}: i32, %t{0}: {2}f32>) {{\n"
                     "    %c{0} = cmp.slt %k{0}, 3:i32 : i1\n    condition %c{0}, %k{0}, %t{0}\n"
                     "  }} (%l{0}: i32, %u{0}: {2}f32>) {{\n    %m{0} = addi %l{0}, 1 : i32",
                     id, any(), tile_));
    nested([&] {
      floats_.push_back(fmt::format("%u{}", id));
      makeReduce();
      return fmt::format("%m{0}, {1}", id, define(fmt::format("maxf %u{0}, {1}", id, floats_.back()), "f32"));
    });
    line("}");
    floats_.push_back(fmt::format("%w{}", id));
  }

  /// Offsets of 8 bits that wrap, around the middle of the buffer.
  void makeNarrow() {
    std::string narrow = define("trunci %r", "i8"), start = fresh(), middle = fresh();
    line(start + " = trunci %start : i8");
    line(middle + " = addptr %x, 1024:i32 : ptr<f32>");
    std::string offsets = define("addi " + narrow + ", " + start, "i8");
    std::string pointer = define("addptr " + middle + ", " + offsets, "ptr<f32>");
    floats_.push_back(define("load " + pointer, "f32"));
  }

  void makeBranch() {
    std::string condition = fresh(), result = fresh();
    line(condition + " = cmp.slt %pid, 2:i32 : i1");
    line(result + " = if " + condition + " : " + tile_ + "f32> {");
    nested([&] { return any(); });
    line("} {");
    nested([&] { return any(); });
    line("}");
    floats_.push_back(result);
  }

  /// The pointers advance by whole tiles, and the mask with them.
  void makeLoop() {
    std::string pointers = define("addptr %x, " + offsets_, "ptr<f32>"), result = fresh(), last = fresh();
    line(result + ", " + last + " = for 0:i32, 3:i32, 1:i32, " + any() + ", " + pointers + " : " + tile_ + "f32>, " +
         tile_ + "ptr<f32>> (%i" + result.substr(1) + ": i32, %a" + result.substr(1) + ": " + tile_ + "f32>, %p" +
         result.substr(1) + ": " + tile_ + "ptr<f32>>) {");
    std::string next;
    nested([&] {
      std::string iv = "%i" + result.substr(1), ahead = fresh();
      line(ahead + " = muli " + iv + ", 256 : i32");
      std::string moved = define("addi " + offsets_ + ", " + ahead, "i32");
      std::string mask = define("cmp.slt " + moved + ", %n", "i1");
      std::string low = define("cmp.sle 0:i32, " + moved, "i1");
      mask = define("andi " + mask + ", " + low, "i1");
      std::string value = define("load %p" + result.substr(1) + ", " + mask, "f32");
      std::string total = define("addf %a" + result.substr(1) + ", " + value, "f32");
      next = define("addptr %p" + result.substr(1) + ", 256:i32", "ptr<f32>");
      return total + ", " + next;
    });
    line("}");
    floats_.push_back(result);
  }

  template <class Body> void nested(Body &&body) {
    size_t visible = floats_.size();
    step(/*mayNest=*/false);
    if (random_() % 2) store(any());
    line("yield " + body());
    floats_.resize(visible);
  }

  std::string load(const std::string &buffer) {
    std::string pointer = define("addptr " + buffer + ", " + offsets_, "ptr<f32>");
    return define("load " + pointer + ", " + mask_ + (random_() % 2 ? ", 1.5" : ""), "f32");
  }
  void store(const std::string &value) {
    std::string pointer = define("addptr %o, " + offsets_, "ptr<f32>");
    line("store " + pointer + ", " + value + ", " + mask_);
  }

  std::string fresh() { return fmt::format("%{}", next_++); }
  std::string define(const std::string &op, const std::string &elem) {
    std::string name = fresh();
    line(name + " = " + op + " : " + tile_ + elem + ">");
    return name;
  }
  void line(const std::string &text) { body_ += fmt::format("  {}\n", text); }
  std::string any() { return floats_[random_() % floats_.size()]; }
  const char *pick(std::initializer_list<const char *> texts) { return texts.begin()[random_() % texts.size()]; }

  std::mt19937 random_;
  bool isMatrix_ = false;
  std::string tile_, body_, offsets_, mask_;
  std::vector<std::string> floats_;
  int next_ = 0;
};

/// What the kernel leaves in its output buffer.
std::vector<float> outputOf(const ir::Module &module, uint32_t n, uint32_t start) {
  std::vector<float> x(RandomKernel::kElements), y(x.size()), o(x.size(), -1.0f);
  // Kernels multiply by one half only, which is exact, so fusing changes nothing.
  for (size_t i = 0; i < x.size(); ++i) {
    x[i] = static_cast<float>(i % 61) * 0.25f;
    y[i] = 7.0f - static_cast<float>(i % 37);
  }
  ir::AddressSpace memory;
  std::vector<uint64_t> args;
  for (auto *buffer : {&x, &y, &o}) args.push_back(memory.add("buffer", std::as_writable_bytes(std::span(*buffer))));
  args.push_back(n);
  args.push_back(start);
  bool good = ir::interpret(module, *module.functions().front(), {4, 1, 1}, args, memory).ok();
  EXPECT_TRUE(good) << module.context().diags().render();
  return o;
}

void checkKernel(uint32_t seed, FpFusion fpFusion) {
  std::string text = RandomKernel(seed).text();
  ParsedModule plain(text), compiled(text);
  ASSERT_TRUE(plain.module && compiled.module);
  PipelineOptions options;
  options.fpFusion = fpFusion;
  options.run.verifyEach = true;
  ASSERT_TRUE(runPipeline(*compiled.module, options)) << compiled.context.diags().render() << text;
  EXPECT_EQ(compiled.module->stage(), ir::Stage::Scheduled);
  std::string race = findRace(*compiled.module);
  ASSERT_EQ(race, "") << text << ir::print(*compiled.module);
  for (uint32_t n : {0u, 16u, 250u, 256u, 777u, 1024u})
    for (uint32_t start : {0u, 5u, 100u}) {
      if (n % 16 != 0 && text.find("%n: i32 {divisible") != std::string::npos) continue;
      ASSERT_EQ(outputOf(*plain.module, n, start), outputOf(*compiled.module, n, start))
          << "seed " << seed << ", n " << n << ", start " << start << "\n"
          << text << ir::print(*compiled.module);
    }
}

TEST(Pipeline, KeepsWhatRandomKernelsWrite) {
  for (uint32_t seed = 0; seed < 120 && !HasFailure(); ++seed)
    checkKernel(seed, seed % 2 ? FpFusion::On : FpFusion::Off);
}

TEST(Pipeline, GivesTheSameTextEachTime) {
  for (uint32_t seed = 0; seed < 20; ++seed) {
    std::string text = RandomKernel(seed).text();
    ParsedModule first(text), second(text);
    ASSERT_TRUE(first.module && second.module);
    ASSERT_TRUE(runPipeline(*first.module) && runPipeline(*second.module));
    EXPECT_EQ(ir::print(*first.module), ir::print(*second.module));
  }
}

TEST(Pipeline, FusionIsAnOption) {
  auto has = [](FpFusion fpFusion) {
    auto passes = defaultPipeline(fpFusion);
    return std::ranges::find(passes, findPass("contract")) != passes.end();
  };
  EXPECT_TRUE(has(FpFusion::On));
  EXPECT_FALSE(has(FpFusion::Off));
}

}  // namespace
}  // namespace tritonc::passes
