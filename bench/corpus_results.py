#!/usr/bin/env python3
"""Kernels of public repositories, unmodified, on random inputs: our results beside those of Triton's compiler.

usage: corpus_results.py FOLDER [TEXT] [--device cuda|emulator|none] [--jobs N]
                                  FOLDER holds the repositories, one folder each

Each case of corpus_cases/ is compiled by both, each launches on its own copy of the same arrays, and every array is compared
afterwards: integers bit by bit, floats within a bound for the type. A case counts only if the kernel changes an array.
TEXT keeps the cases whose kind or name contains it. Ends with `N equal, N differ, N not run`, and 1 if a case differs.

--device cuda      (default) Triton and ours on a GPU, in processes that a fault ends without hiding other cases
--device emulator  ours only: the tile IR before the passes beside the PTX, on the CPU; proves that the launch is in bounds
--device none      only compiles, by both; needs Triton but no GPU
"""

import argparse
import concurrent.futures
import contextlib
import ctypes
import json
import os
import subprocess
import sys
import tempfile
import threading

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import corpus_cases
import harness
from corpus_cases import compilers, source
from corpus_cases.case import Array, Dtype, compare

SECONDS_PER_CASE = 100


def path_of(case, folder):
    return os.path.join(folder, case.repo, case.file)


def type_of(value):
    """An argument's type in a signature, specialised as Triton does."""
    if isinstance(value, Array):
        return f"*{value.dtype}:16"
    if value is None or isinstance(value, Dtype):
        return repr(value)
    if isinstance(value, bool):
        return "i1"
    if isinstance(value, float):
        return "fp32"
    if value == 1:
        return "1"
    return ("i32" if -2**31 <= value < 2**31 else "i64") + (":16" if value % 16 == 0 else "")


def types_of(case):
    return {name: type_of(value) for name, value in case.args.items()}


def compile_ours(case, folder, output):
    constants = {name: repr(value) for name, value in case.constants.items()}
    harness.tritonc(*compilers.tritonc_arguments(os.path.join(folder, case.repo), case.file, case.kernel, types_of(case), constants, case.warps,
                                                 case.stages, output))
    return output


def value_for_triton(value):
    import triton.language as tl

    return getattr(tl, value.name) if isinstance(value, Dtype) else value


class Gpu:
    """Both compilers' kernels on this process's GPU."""

    device = "cuda"

    TORCH = {
        "fp64": "float64", "fp32": "float32", "fp16": "float16", "bf16": "bfloat16", "fp8e4nv": "float8_e4m3fn", "fp8e5": "float8_e5m2",
        "i64": "int64", "i32": "int32", "i16": "int16", "i8": "int8", "u8": "uint8", "i1": "bool",
    }

    def __init__(self, folder):
        self.folder, self.repositories = folder, source.Repositories(folder)

    def upload(self, case, arrays):
        import torch

        bits = lambda array: torch.from_numpy(array.copy().view(f"i{array.itemsize}")).to(self.device)
        return {name: bits(array).view(getattr(torch, self.TORCH[case.args[name].dtype])) for name, array in arrays.items()}

    def download(self, arrays, tensors):
        import torch

        torch.cuda.synchronize()
        width = {1: torch.int8, 2: torch.int16, 4: torch.int32, 8: torch.int64}
        bits = lambda name: tensors[name].view(width[arrays[name].itemsize]).cpu().numpy()
        return {name: bits(name).view(array.dtype) for name, array in arrays.items()}

    def run_theirs(self, case, tensors):
        arguments = {name: tensors.get(name, value) for name, value in case.args.items()} | case.constants
        # A constant of the kernel may have the name of an option.
        options = {"num_warps": case.warps, "num_stages": case.stages} | {name: value_for_triton(value) for name, value in arguments.items()}
        self.repositories.kernel(case.repo, case.file, case.kernel)[case.grid](**options)

    def run_ours(self, case, tensors, scratch):
        cubin = harness.Cubin(compile_ours(case, self.folder, os.path.join(scratch, "kernel.cubin")))
        numbers = {"i1": ctypes.c_bool, "i32": ctypes.c_int32, "i64": ctypes.c_int64, "fp32": ctypes.c_float}
        arguments = [tensors[p["name"]] if p["type"][0] == "*" else numbers[p["type"]](case.args[p["name"]]) for p in cubin.info["params"]]
        cubin.launcher(case.grid, *arguments)()

    def run(self, case):
        before = case.arrays()
        theirs = self.upload(case, before)
        self.run_theirs(case, theirs)
        expected = self.download(before, theirs)
        ours = self.upload(case, before)
        with tempfile.TemporaryDirectory() as scratch:
            self.run_ours(case, ours, scratch)
            actual = self.download(before, ours)
        return compare(case, before, actual, expected)


class Emulator:
    """Our tile IR and our PTX on the CPU; the PTX may touch no byte that the tile IR does not."""

    def __init__(self, folder):
        self.folder = folder

    def line(self, case, arrays, scratch, stage):
        args = {}
        for name, value in case.args.items():
            args[name] = value
            if isinstance(value, Array):
                path = os.path.join(scratch, name + ".npy")
                np.save(path, arrays[name])
                is_numpy = value.dtype in ("fp64", "fp32", "fp16") or value.dtype[0] in "iu"
                args[name] = f"@{path}" if is_numpy else f"@{path}:{value.dtype}"
        uses = {name: os.path.join(scratch, name + ".uses") for name in arrays}
        return {"kernel": case.kernel, "grid": list(case.grid), "args": args, "constants": {n: repr(v) for n, v in case.constants.items()},
                "warps": case.warps, "stages": case.stages, "save": {name: os.path.join(scratch, f"{name}.{stage}.npy") for name in arrays},
                "record_uses" if stage == "tile" else "allow_uses": uses}

    def launch(self, case, arrays, scratch, stage, flags):
        line = self.line(case, arrays, scratch, stage)
        batch = os.path.join(scratch, stage + ".jsonl")
        with open(batch, "w") as file:
            file.write(json.dumps(line) + "\n")
        harness.tritonc("run", path_of(case, self.folder), "--no-fp-fusion", "--batch", batch, *compilers.include_flags(os.path.join(self.folder, case.repo)), *flags)
        return {name: np.load(path).view(arrays[name].dtype) for name, path in line["save"].items()}

    def run(self, case):
        before = case.arrays()
        with tempfile.TemporaryDirectory() as scratch:
            compile_ours(case, self.folder, os.path.join(scratch, "kernel.cubin"))
            expected = self.launch(case, before, scratch, "tile", ["--device", "interpreter", "--stage", "tile"])
            actual = self.launch(case, before, scratch, "ptx", ["--device", "emulator"])
        return compare(case, before, actual, expected)


class Compilers:
    """Neither runs."""

    def __init__(self, folder):
        self.folder, self.repositories = folder, source.Repositories(folder)

    def run(self, case):
        with tempfile.TemporaryDirectory() as scratch:
            compile_ours(case, self.folder, os.path.join(scratch, "kernel.cubin"))
        constants = {name: value_for_triton(value) for name, value in case.constants.items()}
        compiled = compilers.triton_compile(self.repositories.kernel(case.repo, case.file, case.kernel), types_of(case), constants, case.warps, case.stages)
        return {"status": "equal", "error": 0.0, "changed": [], "problems": [], "shared_bytes": compiled.metadata.shared}


DEVICES = {"cuda": Gpu, "emulator": Emulator, "none": Compilers}


def not_run(reason):
    return {"status": "not run", "error": 0.0, "changed": [], "problems": [reason]}


def serve(args):
    """A worker: reads the numbers of cases, writes a row of results for each. A failure ends it: its GPU may be lost."""
    answers, sys.stdout = sys.stdout, sys.stderr
    cases, device = corpus_cases.all_cases(), DEVICES[args.device](args.folder)
    for number in sys.stdin:
        try:
            row = device.run(cases[int(number)])
        except (Exception, SystemExit) as error:
            row = not_run(f"{type(error).__name__}: {error}"[:2000])
        print(json.dumps(row), file=answers, flush=True)
        if row["status"] == "not run" and args.device == "cuda":
            os._exit(1)


class Worker:
    """A process of `serve`, started again where one has ended."""

    def __init__(self, args):
        self.args, self.process = args, None

    def run(self, number):
        if self.process is None:
            command = [sys.executable, os.path.abspath(__file__), self.args.folder, "--device", self.args.device, "--serve"]
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        timer = threading.Timer(SECONDS_PER_CASE, self.process.kill)
        timer.start()
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(f"{number}\n")
            self.process.stdin.flush()
        answer = self.process.stdout.readline()
        timer.cancel()
        row = json.loads(answer) if answer else not_run("the process ended without an answer")
        if row["status"] == "not run":
            self.end()
        return row

    def end(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


def run_all(numbers, args, report):
    """Runs the cases on as many workers as there are jobs."""
    local, workers = threading.local(), []

    def run_one(number):
        if not hasattr(local, "worker"):
            local.worker = Worker(args)
            workers.append(local.worker)
        row = local.worker.run(number)
        report(number, row)

    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        list(pool.map(run_one, numbers))
    for worker in workers:
        worker.end()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("text", nargs="?", default="")
    parser.add_argument("--device", default="cuda", choices=DEVICES)
    parser.add_argument("--jobs", type=int, default=None, help="processes (default: 8 on a GPU, else 1)")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    args.folder = os.path.abspath(args.folder)
    if args.serve:
        serve(args)
        return
    args.jobs = args.jobs or (8 if args.device == "cuda" else 1)
    cases = corpus_cases.all_cases()
    rows, totals = [], dict.fromkeys(("equal", "differ", "not run"), 0)

    def report(number, row):
        case = cases[number]
        totals[row["status"]] += 1
        rows.append({"kind": case.kind, "repository": case.repo, "file": case.file, "kernel": case.kernel, "label": case.label, **row})
        print(f"{row['status']:8} {case.kind:16} {case.name:60} {row['error']:.1e} {', '.join(row['changed'])}", flush=True)
        for problem in row["problems"]:
            print("    " + problem.replace("\n", "\n    "), flush=True)

    run_all([i for i, case in enumerate(cases) if args.text in f"{case.kind} {case.name}"], args, report)
    rows.sort(key=lambda row: (row["kind"], row["repository"], row["kernel"], row["label"]))
    if args.device == "cuda":
        harness.save("h200_corpus", {"totals": totals, "cases": rows})
    print(", ".join(f"{count} {status}" for status, count in totals.items()))
    sys.exit(bool(totals["differ"]))


if __name__ == "__main__":
    main()
