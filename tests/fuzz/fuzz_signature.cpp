// Fuzzes the reader of signatures: any text gives entries or a diagnostic, and the entries lie inside of the text.
#include <cstddef>
#include <cstdint>
#include <string>

#include "frontend/signature.h"

using namespace tritonc;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  SourceManager sources;
  Diagnostics diags(sources);
  const SourceFile &file = sources.add("signature", {reinterpret_cast<const char *>(data), size});
  auto entries = frontend::parseSignature(file, diags);
  TC_CHECK(entries.ok() != diags.hasErrors(), "a text that is refused is explained");
  if (entries)
    for (const frontend::SignatureEntry &entry : *entries)
      TC_CHECK(entry.range.begin <= entry.range.end && entry.range.end <= size, "an entry is a part of the text");
  diags.render();
  return 0;
}
