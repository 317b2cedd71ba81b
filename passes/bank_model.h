// What it takes a warp to move a tile between its registers and shared memory.
#pragma once

#include "ir/matrix_view.h"

namespace tritonc::passes {

/// Bytes of one element in shared memory: `i1` takes one.
int64_t sharedElementBytes(unsigned elemBits);

/// All accesses of one warp that store a tile to a buffer, or load it.
struct SharedAccess {
  /// Elements in one instruction: the widest vector that both layouts allow, at most 16 bytes.
  int64_t width = 1;
  int64_t instructions = 1;
  /// Accesses to the same bank of different words, per phase of an instruction; 1 is free of conflicts.
  int64_t ways = 1;
  /// Trips to shared memory for all instructions, conflicts included.
  int64_t wavefronts = 1;
  /// Words that are moved to other registers, or made of elements of several.
  int64_t packing = 0;
};

/// Exact for every linear layout: 32 banks of 4 bytes; an instruction of 8 or 16 bytes a lane works in 2 or 4 phases,
/// each over neighbouring lanes; lanes that touch the same word share it.
SharedAccess sharedAccess(const ir::LinearLayout &registers, const ir::LinearLayout &buffer, unsigned elemBits);

/// How a warp moves a tile between registers and a buffer at the least cost: by plain accesses, or as matrices.
struct SharedPath {
  SharedAccess access;
  std::optional<ir::MatrixOrder> matrices;
};
SharedPath sharedLoad(const ir::LinearLayout &registers, const ir::LinearLayout &buffer, unsigned elemBits);
/// `stmatrix` exists from sm_90 on, and serves tiles of which no thread holds copies.
SharedPath sharedStore(const ir::LinearLayout &registers, const ir::LinearLayout &buffer, unsigned elemBits,
                       int64_t target);

/// Issue slots and wavefronts.
inline int64_t accessCost(const SharedAccess &access) {
  return access.wavefronts + access.instructions + access.packing;
}

/// A buffer for a conversion that both sides access in wide vectors and without bank conflicts, wherever that can be
/// had: offsets to the coordinates of the tile, one to one.
ir::LinearLayout conversionBuffer(const ir::LinearLayout &source, const ir::LinearLayout &destination,
                                  unsigned elemBits, int64_t target);

}  // namespace tritonc::passes
