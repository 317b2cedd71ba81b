#!/usr/bin/env python3
"""Unpacks ptxas and libdevice from NVIDIA's wheels into a folder shaped like a CUDA toolkit.

    unpack_cuda_wheels.py FOLDER_OF_WHEELS TOOLKIT
"""

import pathlib
import sys
import zipfile

# The end of the name inside the wheel, and its place in the toolkit. The licence travels with the files.
WANTED = {
    "/bin/ptxas": "bin/ptxas",
    "/nvvm/libdevice/libdevice.10.bc": "nvvm/libdevice/libdevice.10.bc",
    "/licenses/License.txt": "License.txt",
}


def unpack(wheel, toolkit):
    with zipfile.ZipFile(wheel) as archive:
        for member in archive.namelist():
            for suffix, place in WANTED.items():
                if member.endswith(suffix):
                    target = toolkit / place
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_bytes(archive.read(member))


def main(wheels, toolkit):
    toolkit = pathlib.Path(toolkit)
    for wheel in sorted(pathlib.Path(wheels).glob("*.whl")):
        unpack(wheel, toolkit)
    missing = [place for place in WANTED.values() if not (toolkit / place).exists()]
    if missing:
        sys.exit(f"the wheels do not hold {', '.join(missing)}")
    (toolkit / "bin/ptxas").chmod(0o755)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
