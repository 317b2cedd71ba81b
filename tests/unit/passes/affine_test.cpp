// The affine analysis against brute force: every claim about a random program holds on its interpreted values.
#include "passes/affine.h"

#include <algorithm>
#include <bit>
#include <map>
#include <random>

#include "ir/evaluate.h"
#include "ir_text.h"

namespace tritonc::passes {
namespace {

using ir::Op;
using ir::Opcode;
using ir::Type;
using ir::Value;

/// The elements of every value of a straight-line program, row-major.
class Interpreter {
public:
  explicit Interpreter(uint64_t pattern) : pattern_(pattern) {}

  void set(const Value *value, uint64_t bits) { elements_[value] = {bits}; }

  void run(const Op &op) {
    Type type = op.result()->type();
    std::vector<uint64_t> out(static_cast<size_t>(type.numElements()));
    for (size_t i = 0; i < out.size(); ++i) out[i] = element(op, i);
    elements_[op.result()] = out;
  }

  const std::vector<uint64_t> &operator[](const Value *value) { return elements_[value]; }

private:
  uint64_t element(const Op &op, size_t i) {
    if (op.opcode() == Opcode::Range) return static_cast<uint64_t>(op.attrs<ir::RangeAttrs>().start) + i;
    if (op.opcode() == Opcode::ExpandDims || op.opcode() == Opcode::Reshape) return read(op.operand(0), i);
    if (op.opcode() == Opcode::Trans) return read(op.operand(0), transposedIndex(op, i));
    if (op.opcode() == Opcode::Join) return read(op.operand(i % 2), i / 2);
    if (op.opcode() == Opcode::Broadcast) return read(op.operand(0), sourceIndex(op, i));
    uint64_t operands[3] = {};
    for (unsigned k = 0; k < op.numOperands(); ++k) operands[k] = read(op.operand(k), i);
    return ir::ElementOp(op, pattern_)(operands).bits;
  }

  uint64_t read(const Value *value, size_t i) {
    if (value->isConstant()) return value->bits();
    const auto &elements = elements_[value];
    return elements[value->type().isTile() ? i : 0];
  }

  /// Of a matrix.
  static size_t transposedIndex(const Op &op, size_t i) {
    auto shape = op.result()->type().shape();
    auto columns = static_cast<size_t>(shape[1]);
    return i % columns * static_cast<size_t>(shape[0]) + i / columns;
  }

  static size_t sourceIndex(const Op &op, size_t i) {
    auto from = op.operand(0)->type().shape(), to = op.result()->type().shape();
    size_t source = 0, scale = 1;
    for (size_t d = to.size(); d-- > 0;) {
      size_t index = i % static_cast<size_t>(to[d]);
      i /= static_cast<size_t>(to[d]);
      if (!from.empty() && from[d] != 1) source += index * scale, scale *= static_cast<size_t>(from[d]);
    }
    return source;
  }

  uint64_t pattern_;
  std::map<const Value *, std::vector<uint64_t>> elements_;
};

/// Text of a random program over i32, i16 and i8 tiles, in which sums often wrap.
class RandomProgram {
public:
  explicit RandomProgram(uint32_t seed) : random_(seed) {}

  std::string text(bool isMatrix) {
    body_ += "  %pid = program_id 0 : i32\n";
    scalars_ = {"%a", "%b", "%pid"};
    shape_ = isMatrix ? "4x8x" : "16x";
    makeSources(isMatrix);
    for (int i = 0; i < 3; ++i) add(scalars_, "i32", scalarOperand(), scalarOperand());
    for (int i = 0; i < 12; ++i) step();
    return "module\nkernel @k(%a: i32 {divisible = 16}, %b: i32, %p: ptr<i32> {divisible = 16}) {\n" + body_ +
           "  return\n}\n";
  }

private:
  void makeSources(bool isMatrix) {
    if (!isMatrix) {
      define(tiles_, "range " + pick({"0, 16", "1, 17", "8, 24", "-4, 12"}), "tile<16xi32>");
      return;
    }
    std::vector<std::string> unused;
    std::string rows = define(unused, "range 0, 4", "tile<4xi32>"),
                columns = define(unused, "range 0, 8", "tile<8xi32>");
    rows = define(unused, "expand_dims 1, " + rows, "tile<4x1xi32>");
    columns = define(unused, "expand_dims 0, " + columns, "tile<1x8xi32>");
    define(tiles_, "broadcast " + rows, "tile<4x8xi32>");
    define(tiles_, "broadcast " + columns, "tile<4x8xi32>");
  }

  void step() {
    std::string tile = "tile<" + shape_ + "i32>";
    switch (random_() % 7) {
    case 6: turn(); break;
    case 0: {
      std::string narrow = pick({"i16", "i8"});
      std::string small = define(narrow_, "trunci " + any(tiles_), "tile<" + shape_ + narrow + ">");
      define(tiles_, pick({"extsi ", "extui "}) + small, tile);
      break;
    }
    case 1: {
      std::string mask = define(masks_,
                                pick({"cmp.slt ", "cmp.sle ", "cmp.ult ", "cmp.ule ", "cmp.eq "}) + any(tiles_) + ", " +
                                    (random_() % 2 ? any(tiles_) : any(scalars_)),
                                "tile<" + shape_ + "i1>");
      define(tiles_, "select " + mask + ", " + any(tiles_) + ", " + any(tiles_), tile);
      break;
    }
    case 2: define(pointers_, "addptr %p, " + any(tiles_), "tile<" + shape_ + "ptr<i32>>"); break;
    default: add(tiles_, tile, any(tiles_), random_() % 3 ? scalarOperand() : any(tiles_));
    }
  }

  /// Through other shapes and back.
  void turn() {
    std::vector<std::string> unused;
    bool isMatrix = shape_ == "4x8x";
    std::string matrix = isMatrix ? any(tiles_) : define(unused, "reshape " + any(tiles_), "tile<2x8xi32>");
    std::string turned = define(unused, "trans [1, 0], " + matrix, isMatrix ? "tile<8x4xi32>" : "tile<8x2xi32>");
    std::string flat = define(unused, "reshape " + turned, isMatrix ? "tile<32xi32>" : "tile<16xi32>");
    define(tiles_, "reshape " + (random_() % 2 ? turned : flat), "tile<" + shape_ + "i32>");
    define(unused, "join " + any(tiles_) + ", " + any(tiles_), "tile<" + shape_ + "2xi32>");
  }

  void add(std::vector<std::string> &into, const std::string &type, const std::string &x, const std::string &y) {
    std::string op = pick({"addi", "addi", "subi", "muli", "divsi", "divui", "remsi", "remui", "andi", "ori", "xori",
                           "shli", "shrsi", "shrui", "minsi", "maxsi", "minui", "maxui", "absi"});
    define(into, op == "absi" ? op + " " + x : op + " " + x + ", " + y, type);
  }

  std::string scalarOperand() {
    return random_() % 2 ? any(scalars_) : pick({"1", "2", "3", "4", "8", "16", "-1", "-8", "7", "1024", "1073741824"});
  }

  std::string define(std::vector<std::string> &into, const std::string &op, const std::string &type) {
    std::string name = "%" + std::to_string(next_++);
    body_ += "  " + name + " = " + op + " : " + type + "\n";
    into.push_back(name);
    return name;
  }

  std::string any(const std::vector<std::string> &names) { return names[random_() % names.size()]; }
  std::string pick(std::initializer_list<const char *> texts) { return texts.begin()[random_() % texts.size()]; }

  std::mt19937 random_;
  std::string shape_;
  std::string body_;
  int next_ = 0;
  std::vector<std::string> scalars_, tiles_, narrow_, masks_, pointers_;
};

/// Compares the facts about one value with its elements.
class Checker {
public:
  Checker(const AffineAnalysis &analysis, Interpreter &values) : analysis_(analysis), values_(values) {}

  void check(const Value *value) {
    const Facts &facts = analysis_.facts(value);
    Type type = value->type();
    const auto &elements = values_[value];
    for (uint64_t bits : elements) {
      int64_t number = ir::signExtend(bits, type.elemBits());
      EXPECT_TRUE(facts.range.contains(Interval::exactly(number))) << number;
      EXPECT_EQ(number % facts.divisor(), 0);
    }
    int64_t inner = 1;
    for (unsigned d = type.rank(); d-- > 0;) {
      checkDim(facts.dims[d], type, d, inner, elements);
      inner *= type.shape()[d];
    }
    if (facts.form) checkForm(*facts.form, type, elements);
  }

private:
  void checkDim(const DimFacts &dim, Type type, unsigned d, int64_t inner, const std::vector<uint64_t> &elements) {
    int64_t unit = type.isPtrLike() ? type.pointee().elemBytes() : 1;
    for (size_t i = 0; i < elements.size(); ++i) {
      int64_t index = static_cast<int64_t>(i) / inner % type.shape()[d];
      auto at = [&](int64_t other) {
        return ir::signExtend(elements[i - static_cast<size_t>((index - other) * inner)], type.elemBits());
      };
      EXPECT_EQ(at(index), at(index / dim.run * dim.run) + index % dim.run * unit) << "run along " << d;
      EXPECT_EQ(at(index), at(index / dim.constancy * dim.constancy)) << "constancy along " << d;
      if (index % dim.run == 0) {
        EXPECT_EQ(at(index) % dim.divisor, 0) << "divisor along " << d;
      }
    }
  }

  void checkForm(const AffineForm &form, Type type, const std::vector<uint64_t> &elements) {
    if (form.certainty == Certainty::Usually) return;
    unsigned width = type.elemBits();
    for (size_t i = 0; i < elements.size(); ++i) {
      __int128 total = form.constant;
      for (const auto &term : form.terms)
        total += static_cast<__int128>(term.coefficient) *
                 ir::signExtend(values_[term.value].front(), term.value->type().elemBits());
      size_t rest = i;
      for (unsigned d = type.rank(); d-- > 0; rest /= static_cast<size_t>(type.shape()[d]))
        total +=
            static_cast<__int128>(form.strides[d]) * static_cast<int64_t>(rest % static_cast<size_t>(type.shape()[d]));
      int64_t number = ir::signExtend(elements[i], width);
      if (form.certainty == Certainty::Always)
        EXPECT_TRUE(total == number);
      else
        EXPECT_EQ(ir::signExtend(static_cast<uint64_t>(total), width), number);
    }
  }

  const AffineAnalysis &analysis_;
  Interpreter &values_;
};

uint64_t randomInput(std::mt19937_64 &random, uint64_t multipleOf) {
  uint64_t bits = random();
  switch (random() % 4) {
  case 0: bits = bits % 64; break;
  case 1: bits = 0 - bits % 64; break;
  case 2: bits = (uint64_t{1} << 31) - 32 + bits % 64; break;
  default: break;
  }
  return bits / multipleOf * multipleOf;
}

/// Whether the analysis takes it that this does not happen: an index below zero, which only a wrapped sum gives, or a
/// divisor of zero goes into a remainder.
bool isUnlikely(const Op &op, Interpreter &values) {
  if (op.opcode() != Opcode::RemSI && op.opcode() != Opcode::RemUI) return false;
  auto has = [&](const Value *value, auto &&predicate) {
    return std::ranges::any_of(
        values[value], [&](uint64_t bits) { return predicate(ir::signExtend(bits, value->type().elemBits())); });
  };
  bool isNegative = op.opcode() == Opcode::RemSI && has(op.operand(0), [](int64_t x) { return x < 0; });
  return isNegative || has(op.operand(1), [](int64_t x) { return x == 0; });
}

void checkProgram(uint32_t seed) {
  std::string text = RandomProgram(seed).text(/*isMatrix=*/seed % 2 == 0);
  ParsedModule parsed(text);
  ASSERT_TRUE(parsed.module);
  ir::Function &function = parsed.function();
  AffineAnalysis analysis(function);
  std::mt19937_64 random(seed);
  for (int trial = 0; trial < 8; ++trial) {
    Interpreter values(random());
    auto args = function.body()->args();
    values.set(args[0], static_cast<uint32_t>(randomInput(random, 16)));
    values.set(args[1], static_cast<uint32_t>(randomInput(random, 1)));
    values.set(args[2], randomInput(random, 16));
    for (Op &op : *function.body()) {
      if (op.numResults() == 0) continue;
      if (op.opcode() == Opcode::ProgramId)
        values.set(op.result(), randomInput(random, 1) & 0x7ffffffe);
      else
        values.run(op);
      if (isUnlikely(op, values)) break;
      Checker(analysis, values).check(op.result());
      ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << seed << ", value %" << op.result()->id() << "\n" << text;
    }
  }
}

TEST(Affine, ClaimsHoldOnRandomPrograms) {
  for (uint32_t seed = 0; seed < 3000 && !HasFailure(); ++seed) checkProgram(seed);
}

/// Facts about the operand of the last `store`'s pointer in a one-function module.
const Facts &storedPointer(const AffineAnalysis &analysis, ir::Function &function) {
  const Value *pointer = nullptr;
  ir::walk(*function.body(), [&](Op &op) {
    if (op.opcode() == Opcode::Store) pointer = op.operand(0);
  });
  return analysis.facts(pointer);
}

TEST(Affine, OffsetsOfVectorAddAreContiguousAndAligned) {
  ParsedModule parsed(R"(module
kernel @k(%x: ptr<f32> {divisible = 16}) {
  %pid = program_id 0 : i32
  %b = muli %pid, 1024 : i32
  %r = range 0, 1024 : tile<1024xi32>
  %o = addi %b, %r : tile<1024xi32>
  %p = addptr %x, %o : tile<1024xptr<f32>>
  store %p, 0.0:f32
  return
}
)");
  ASSERT_TRUE(parsed.module);
  AffineAnalysis analysis(parsed.function());
  const Facts &facts = storedPointer(analysis, parsed.function());
  EXPECT_EQ(facts.dims[0], (DimFacts{1024, 1, 16}));
  ASSERT_TRUE(facts.form);
  EXPECT_EQ(facts.form->strides, ir::DimVector{4});
  EXPECT_NE(facts.form->certainty, Certainty::Usually);
}

TEST(Affine, AnUnknownStartMayWrapInsideARun) {
  ParsedModule parsed(R"(module
kernel @k(%x: ptr<f32> {divisible = 16}, %start: i32) {
  %r = range 0, 1024 : tile<1024xi32>
  %o = addi %start, %r : tile<1024xi32>
  %p = addptr %x, %o : tile<1024xptr<f32>>
  store %p, 0.0:f32
  return
}
)");
  ASSERT_TRUE(parsed.module);
  AffineAnalysis analysis(parsed.function());
  const Facts &facts = storedPointer(analysis, parsed.function());
  EXPECT_EQ(facts.dims[0].run, 1);
  ASSERT_TRUE(facts.form);
  EXPECT_EQ(facts.form->certainty, Certainty::Usually);
}

TEST(Affine, HintsAreBelieved) {
  auto factsOf = [](const std::string &hints) {
    ParsedModule parsed("module\nkernel @k(%x: ptr<f32>, %n: i32) {\n  %r = range 0, 64 : tile<64xi32>\n"
                        "  %m = remsi %r, %n : tile<64xi32>\n  %o = muli %m, %n : tile<64xi32>\n" +
                        hints + "  %p = addptr %x, %h : tile<64xptr<f32>>\n  store %p, 0.0:f32\n  return\n}\n");
    AffineAnalysis analysis(parsed.function());
    const Op *store = parsed.function().body()->back()->prev();
    return analysis.facts(store->operand(0)->def()->operand(1)).dims[0];
  };
  EXPECT_EQ(factsOf("  %h = hint %o {contiguous = [16], divisible = [32]} : tile<64xi32>\n"), (DimFacts{16, 1, 32}));
  EXPECT_EQ(factsOf("  %h = hint %o {constant = [8]} : tile<64xi32>\n"), (DimFacts{1, 8, 1}));
  // A divisor alone is about the first element only: it counts once all elements are one run.
  EXPECT_EQ(factsOf("  %h = hint %o {divisible = [32]} : tile<64xi32>\n"), (DimFacts{1, 1, 1}));
  std::string first = "  %g = hint %o {divisible = [32]} : tile<64xi32>\n";
  EXPECT_EQ(factsOf(first + "  %h = hint %g {contiguous = [64]} : tile<64xi32>\n"), (DimFacts{64, 1, 32}));
  EXPECT_EQ(factsOf(first + "  %h = hint %g {contiguous = [16]} : tile<64xi32>\n"), (DimFacts{16, 1, 32}));
}

TEST(Affine, ACarriedPointerKeepsItsStrides) {
  ParsedModule parsed(R"(module
kernel @k(%x: ptr<f32> {divisible = 16}, %n: i32) {
  %r = range 0, 64 : tile<64xi32>
  %p = addptr %x, %r : tile<64xptr<f32>>
  %q = for 0:i32, %n, 1:i32, %p : tile<64xptr<f32>> (%i: i32, %c: tile<64xptr<f32>>) {
    store %c, 0.0:f32
    %d = addptr %c, 2:i32 : tile<64xptr<f32>>
    yield %d
  }
  return
}
)");
  ASSERT_TRUE(parsed.module);
  AffineAnalysis analysis(parsed.function());
  const Facts &facts = storedPointer(analysis, parsed.function());
  EXPECT_EQ(facts.dims[0], (DimFacts{64, 1, 8}));
  ASSERT_TRUE(facts.form);
  EXPECT_EQ(facts.form->strides, ir::DimVector{4});
}

TEST(Affine, TheInductionVariableStaysInItsBounds) {
  ParsedModule parsed(R"(module
kernel @k(%x: ptr<i32>) {
  for 0:i32, 1024:i32, 64:i32 (%i: i32) {
    store %x, %i
    yield
  }
  return
}
)");
  ASSERT_TRUE(parsed.module);
  AffineAnalysis analysis(parsed.function());
  const Value *iv = parsed.function().body()->front()->block()->arg(0);
  EXPECT_EQ(analysis.facts(iv).range, (Interval{0, 1023}));
  EXPECT_EQ(analysis.facts(iv).divisor(), 64);
}

TEST(Affine, TheInductionVariableOfADescendingLoopStaysInItsBounds) {
  auto rangeOf = [](const std::string &header) {
    ParsedModule parsed("module\nkernel @k(%x: ptr<i32>) {\n  for " + header +
                        " (%i: i32) { store %x, %i yield } return }");
    TC_CHECK(parsed.module, "the test holds a good text");
    AffineAnalysis analysis(parsed.function());
    return analysis.facts(parsed.function().body()->front()->block()->arg(0)).range;
  };
  EXPECT_EQ(rangeOf("1024:i32, 0:i32, -64:i32 {descending}"), (Interval{1, 1024}));
  // The step leads the other way: the start bounds nothing.
  EXPECT_EQ(rangeOf("1024:i32, 0:i32, 64:i32 {descending}"), (Interval{1, INT32_MAX}));
  EXPECT_EQ(rangeOf("0:i32, 1024:i32, -64:i32"), (Interval{INT32_MIN, 1023}));
}

}  // namespace
}  // namespace tritonc::passes
