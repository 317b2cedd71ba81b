// f16 and bf16, alone and in pairs: the builders that opcodes of f32 hand over to.
#pragma once

#include "runtime/emulator/builder.h"

namespace tritonc::emulator {

Success buildAddHalf(Builder &b);
Success buildSubHalf(Builder &b);
Success buildMulHalf(Builder &b);
Success buildFmaHalf(Builder &b);
Success buildAbsHalf(Builder &b);
Success buildNegHalf(Builder &b);
Success buildMinHalf(Builder &b);
Success buildMaxHalf(Builder &b);
Success buildEx2Half(Builder &b);
Success buildTanhHalf(Builder &b);

}  // namespace tritonc::emulator
