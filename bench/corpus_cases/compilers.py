"""How each compiler is told of a kernel: the types of its arguments, as `-s` of tritonc has them, and its constants."""

import os

from corpus_cases.source import include_folders


def include_flags(root):
    return [flag for path in include_folders(root) for flag in ("-I", path)]


def tritonc_arguments(root, file, kernel, types, constants, warps, stages, output):
    """What tritonc compiles a kernel of the repository with; `constants` are texts."""
    signature = ", ".join(f"{name}={text}" for name, text in types.items())
    flags = [flag for name, text in constants.items() for flag in ("-c", f"{name}={text}")]
    return ["compile", os.path.join(root, file), "-k", kernel, "-s", signature, *flags, *include_flags(root),
            "-w", str(warps), "--num-stages", str(stages), "-t", "cuda:90", "-o", output]


def triton_compile(kernel, types, constants, warps, stages):
    """Triton's result for sm_90; `constants` are values. Needs no GPU."""
    import triton

    names = kernel.arg_names
    known = {p.name: p.default for p in kernel.params if p.has_default and p.name not in types} | constants
    known |= {name: {"1": 1, "None": None}[text] for name, text in types.items() if text in ("1", "None")}
    signature = {name: "constexpr" if name in known else types[name].split(":")[0].replace("i1", "u1") for name in names}
    aligned = {(names.index(name),): [["tt.divisibility", 16]] for name, text in types.items() if text.endswith(":16")}
    return triton.compile(triton.compiler.ASTSource(kernel, signature, known, aligned), target=triton.backends.compiler.GPUTarget("cuda", 90, 32),
                          options={"num_warps": warps, "num_stages": stages})
