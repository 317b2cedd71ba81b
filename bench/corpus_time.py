#!/usr/bin/env python3
"""Compile times of public kernels: a process of tritonc for each, beside Triton's compiler warm in one process.

usage: corpus_time.py JOBS FOLDER [--count N] [--seed N]
                                  JOBS: kernels with signatures, a JSON object a line; FOLDER holds the repositories

A fixed random sample of the jobs, one after the other on one core's worth of work, to a cubin for sm_90. Triton has compiled a
kernel before and caches nothing. Kernels that one of the two does not compile are left out of both totals, and named.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import harness
from corpus_cases import compilers, source


def compile_ours(job, folder, output):
    """Seconds of the whole process."""
    arguments = compilers.tritonc_arguments(os.path.join(folder, job["repo"]), job["file"], job["kernel"], job["signature"], job["constants"],
                                            job["num_warps"], job["num_stages"], output)
    start = time.perf_counter()
    subprocess.run([harness.TRITONC, *arguments], check=True, capture_output=True)
    return time.perf_counter() - start


def compile_theirs(job, repositories):
    """Seconds from the parsed module to the cubin."""
    import triton.language as tl

    kernel = repositories.kernel(job["repo"], job["file"], job["kernel"])
    constants = {name: eval(text, {"tl": tl}) for name, text in job["constants"].items()}
    start = time.perf_counter()
    compilers.triton_compile(kernel, job["signature"], constants, job["num_warps"], job["num_stages"])
    return time.perf_counter() - start


def attempt(compile_one, *arguments):
    """What it returns, or None and a line of why not."""
    try:
        return compile_one(*arguments), ""
    except subprocess.CalledProcessError as error:
        return None, error.stderr.decode(errors="replace").splitlines()[0][:200]
    except Exception as error:
        return None, f"{type(error).__name__}: {str(error).splitlines()[-1][:200] if str(error) else ''}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("jobs")
    parser.add_argument("folder")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with open(args.jobs, encoding="utf-8") as file:
        jobs = [json.loads(line) for line in file]
    sample = random.Random(args.seed).sample(jobs, args.count)
    repositories = source.Repositories(args.folder)
    kernels, left_out = [], []
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["TRITON_CACHE_DIR"] = os.path.join(scratch, "cache")
        os.environ["TRITON_ALWAYS_COMPILE"] = "1"
        # Whatever the first compilation loads.
        next(seconds for seconds, _ in (attempt(compile_theirs, job, repositories) for job in jobs) if seconds)
        for job in sample:
            name = f"{job['repo']}/{job['file']}:{job['kernel']}"
            ours, why = attempt(compile_ours, job, args.folder, os.path.join(scratch, "kernel.cubin"))
            theirs, their_why = attempt(compile_theirs, job, repositories)
            if ours and theirs:
                kernels.append({"kernel": name, "tritonc": round(ours, 3), "triton": round(theirs, 3)})
            else:
                left_out.append({"kernel": name, "tritonc": why, "triton": their_why})
                print(f"left out: {name}: {why or their_why}", file=sys.stderr)
    totals = {who: round(sum(kernel[who] for kernel in kernels), 1) for who in ("tritonc", "triton")}
    ratio = totals["tritonc"] / totals["triton"]
    print(f"{len(kernels)} kernels: tritonc {totals['tritonc']} s, triton {totals['triton']} s, ratio {ratio:.3f}")
    harness.save("corpus_time", {"totals": totals, "ratio": round(ratio, 3), "kernels": kernels, "left_out": left_out})


if __name__ == "__main__":
    main()
