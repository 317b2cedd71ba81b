"""What the benchmarks share: loading our cubins beside torch and Triton, interleaved timing, ratios with intervals.

Contenders run in one process and take turns within each round, in an order that is shuffled anew, so that clocks and
temperature touch all of them alike. A ratio is one of medians; its interval is a bootstrap over rounds.
"""

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


def tritonc(*args):
    """Runs the compiler; its diagnostics end the benchmark."""
    command = [os.environ.get("TRITONC", os.path.join(ROOT, "build/tritonc")), *args]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        sys.exit(f"{' '.join(command)}\n{result.stderr}")
    return result.stdout


class Cubin:
    """A kernel of ours on torch's device and stream, through the driver API."""

    def __init__(self, path):
        import torch

        self.info = json.loads(tritonc("inspect", "--json", path))
        self.driver = ctypes.CDLL("libcuda.so.1")
        torch.zeros(1, device="cuda")  # makes the context of this thread current
        module, self.function = ctypes.c_void_p(), ctypes.c_void_p()
        with open(path, "rb") as cubin:
            self.check(self.driver.cuModuleLoadData(ctypes.byref(module), cubin.read()))
        symbol = self.info["name"].replace(".", "_").encode()
        self.check(self.driver.cuModuleGetFunction(ctypes.byref(self.function), module, symbol))

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

        facts |= {"gpu": torch.cuda.get_device_name(), "torch": torch.__version__, "triton": triton.__version__}
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
