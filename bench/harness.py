"""What the benchmarks share: loading our cubins beside torch and Triton, interleaved timing, ratios with intervals.

Contenders run in one process and take turns within each round, in an order that is shuffled anew, so that clocks and
temperature touch all of them alike. A ratio is one of medians; its interval is a bootstrap over rounds.
"""

import ast
import ctypes
import datetime
import json
import os
import platform
import random
import statistics
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TRITONC = os.environ.get("TRITONC", os.path.join(ROOT, "build/tritonc"))


def tritonc(*args):
    """Runs the compiler; its diagnostics end the benchmark."""
    command = [TRITONC, *args]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        sys.exit(f"{' '.join(command)}\n{result.stderr}")
    return result.stdout


class Cubin:
    """A kernel, cubin or PTX, on torch's device and stream, through the driver API."""

    def __init__(self, path, info=None):
        """`info` is what `tritonc inspect` says, for a kernel that is not ours: name, warps, shared_bytes."""
        import torch

        self.info = info or json.loads(tritonc("inspect", "--json", path))
        self.driver = ctypes.CDLL("libcuda.so.1")
        torch.zeros(1, device="cuda")  # makes the context of this thread current
        module, self.function = ctypes.c_void_p(), ctypes.c_void_p()
        with open(path, "rb") as cubin:
            self.check(self.driver.cuModuleLoadData(ctypes.byref(module), cubin.read() + b"\0"))
        symbol = self.info["name"].replace(".", "_").encode()
        self.check(self.driver.cuModuleGetFunction(ctypes.byref(self.function), module, symbol))
        max_dynamic_shared_size_bytes = 8
        self.check(self.driver.cuFuncSetAttribute(self.function, max_dynamic_shared_size_bytes, self.info["shared_bytes"]))

    @staticmethod
    def check(error):
        if error:
            sys.exit(f"CUDA driver error {error}")

    def launcher(self, grid, *args):
        """A function that launches with these arguments on torch's current stream: tensors, or ctypes values."""
        import torch

        held = [ctypes.c_void_p(a.data_ptr()) if hasattr(a, "data_ptr") else a for a in args]
        pointers = (ctypes.c_void_p * len(held))(*(ctypes.cast(ctypes.byref(a), ctypes.c_void_p) for a in held))
        threads = 32 * self.info["warps"]
        grid = (*grid, 1, 1)[:3]

        def launch(held=held, args=args):  # `pointers` lead into `held`, and that into the tensors
            stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
            self.check(self.driver.cuLaunchKernel(self.function, *grid, threads, 1, 1, self.info["shared_bytes"], stream, pointers, None))

        return launch


def jit_functions(path):
    """The `@triton.jit` functions of a file, by name. Only they and the imports run: a tutorial measures things when it
    is imported."""
    with open(path) as file:
        tree = ast.parse(file.read())
    is_jit = lambda node: isinstance(node, ast.FunctionDef) and any("jit" in ast.unparse(d) for d in node.decorator_list)
    tree.body = [node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom)) or is_jit(node)]
    for node in tree.body:  # lists of configurations are made by functions of the host
        if isinstance(node, ast.FunctionDef):
            node.decorator_list = [d for d in node.decorator_list if "autotune" not in ast.unparse(d)]
    scope = {"__name__": "kernels", "__file__": path}
    exec(compile(tree, path, "exec"), scope)
    return scope


class Kernel:
    """One kernel of a file, compiled by both: `launchers` gives two functions with the same effect."""

    extra_flags = []

    def __init__(self, path, name, folder, target="cuda:90"):
        self.path, self.name, self.folder, self.target = path, name, folder, target
        self.triton, self.cubins = jit_functions(path)[name], {}

    def types(self, arguments):
        """The signature for arguments like these."""
        import torch

        dtypes = {torch.float32: "fp32", torch.float16: "fp16", torch.int32: "i32", torch.bool: "i1", torch.float8_e4m3fn: "fp8e4nv"}
        for name, value in arguments.items():
            if isinstance(value, torch.Tensor):
                type_ = f"*{dtypes[value.dtype]}:16"
            elif isinstance(value, float):
                type_ = "fp32"
            else:
                type_ = "i32:16" if value % 16 == 0 else "i32"
            yield f"{name}={type_}"

    def compile(self, signature, constants, warps, stages, kind, path):
        flags = [flag for name, value in constants.items() for flag in ("-c", f"{name}={value!r}")]
        return tritonc("compile", self.path, "-k", self.name, "-s", signature, *flags, "-w", str(warps), "-t", self.target,
                       "--num-stages", str(stages), "--emit", kind, *self.extra_flags, "-o", path)

    def ptx(self, arguments, constants, warps, stages=3):
        return self.compile(", ".join(self.types(arguments)), constants, warps, stages, "ptx", "-")

    def ours(self, arguments, constants, warps, stages=3):
        """The kernel for arguments like these, loaded."""
        signature = ", ".join(self.types(arguments))
        key = (signature, tuple(constants.items()), warps, stages)
        if key not in self.cubins:
            # An older target than the GPU's runs as PTX that the driver translates.
            kind = "cubin" if self.target == "cuda:90" else "ptx"
            path = os.path.join(self.folder, f"{self.name}{len(self.cubins)}.{kind}")
            self.compile(signature, constants, warps, stages, kind, path)
            self.cubins[key] = Cubin(path)
        return self.cubins[key]

    def launchers(self, grid, arguments, constants, warps, stages=3):
        """`arguments` are tensors and numbers by name, in order; returns {contender: launch}."""
        import torch

        values = [value if isinstance(value, torch.Tensor) else ctypes.c_float(value) if isinstance(value, float) else ctypes.c_int32(value)
                  for value in arguments.values()]
        ours = self.ours(arguments, constants, warps, stages).launcher(grid, *values)
        if self.target == "cuda:90":
            # A constant of the kernel may have the name of an option.
            options = {"num_warps": warps, "num_stages": stages, **constants}
            theirs = lambda: self.triton[grid](**arguments, **options)
        else:
            theirs = self.triton_for_older(grid, arguments, values, constants, warps, stages)
        return {"tritonc": ours, "triton": theirs}

    def triton_for_older(self, grid, arguments, values, constants, warps, stages):
        """What Triton makes for the target, which the driver translates for this GPU like our PTX."""
        import triton

        names = self.triton.arg_names
        types = {name: type_.split(":")[0] for name, type_ in (entry.split("=") for entry in self.types(arguments))}
        aligned = {(names.index(entry.split("=")[0]),): [["tt.divisibility", 16]] for entry in self.types(arguments) if entry.endswith(":16")}
        source = triton.compiler.ASTSource(self.triton, {name: types.get(name, "constexpr") for name in names}, constants, aligned)
        target = triton.backends.compiler.GPUTarget("cuda", int(self.target.split(":")[1]), 32)
        compiled = triton.compile(source, target=target, options={"num_warps": warps, "num_stages": stages})
        path = os.path.join(self.folder, f"{self.name}.triton.ptx")
        with open(path, "w") as ptx:
            ptx.write(compiled.asm["ptx"])
        scratch = ctypes.c_void_p(0)  # two pointers to memory that these kernels do not use
        info = {"name": compiled.metadata.name, "warps": warps, "shared_bytes": compiled.metadata.shared}
        return Cubin(path, info).launcher(grid, *values, scratch, scratch)


def copies_for(bytes_per_launch):
    """How many sets of buffers to rotate through, so that no launch finds its own in the L2 cache."""
    import torch

    l2 = torch.cuda.get_device_properties(0).L2_cache_size
    return max(4, -(-4 * l2 // bytes_per_launch))


def as_graph(launches, before=lambda: None):
    """Captures `before` and then the launches one after the other; returns a function that replays them all."""
    import torch

    def run():
        before()
        for launch in launches:
            launch()

    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        run()
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        run()
    return graph.replay


def time_interleaved(contenders, rounds, warmup=10, launches=1):
    """Milliseconds a launch in every round, for each contender of {name: function that does `launches` launches}."""
    import torch

    names = list(contenders)
    for _ in range(warmup):
        for name in names:
            contenders[name]()
    order_rng = random.Random(0)
    events = {name: [] for name in names}
    for _ in range(rounds):
        order_rng.shuffle(names)
        for name in names:
            start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            start.record()
            contenders[name]()
            end.record()
            events[name].append((start, end))
    torch.cuda.synchronize()
    return {name: [s.elapsed_time(e) / launches for s, e in pairs] for name, pairs in events.items()}


def ratio_with_interval(numerator, denominator, samples=2000):
    """The ratio of medians, and the bounds that hold 95 % of its bootstrap distribution."""
    rng = random.Random(0)
    rounds = range(len(numerator))
    ratios = []
    for _ in range(samples):
        chosen = rng.choices(rounds, k=len(numerator))
        ratios.append(statistics.median(numerator[i] for i in chosen) / statistics.median(denominator[i] for i in chosen))
    ratios.sort()
    point = statistics.median(numerator) / statistics.median(denominator)
    return {"ratio": point, "low": ratios[int(0.025 * samples)], "high": ratios[int(0.975 * samples)]}


def machine():
    facts = {"date": datetime.date.today().isoformat(), "host": platform.machine(), "tritonc": tritonc("--version").split()[-1]}
    try:
        import torch
        import triton

        facts |= {"torch": torch.__version__, "triton": triton.__version__}
        if not torch.cuda.is_available():
            return facts
        facts["gpu"] = torch.cuda.get_device_name()
        query = ["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"]
        facts["driver"] = subprocess.run(query, capture_output=True, text=True, check=False).stdout.strip()
    except ImportError:
        pass
    return facts


def save(name, results):
    """Writes the results with the machine and the command that made them; the path is $OUT or bench/results."""
    folder = os.environ.get("OUT", os.path.join(ROOT, "bench/results"))
    command = " ".join(["python3", os.path.relpath(sys.argv[0], ROOT), *sys.argv[1:]])
    path = os.path.join(folder, name + ".json")
    with open(path, "w") as out:
        json.dump({"command": command, "machine": machine(), "results": results}, out, indent=1)
        out.write("\n")
    print(f"wrote {path}")
