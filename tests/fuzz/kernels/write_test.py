"""Writes a program as a test of its own in the format of tests/exec: the interpreter's results are what it expects."""

import tempfile

import numpy as np

from model import Array
from runner import execute, write_inputs


def test_text(settings, program):
    """The text of the test, ready for tests/exec."""
    with tempfile.TemporaryDirectory(prefix="test") as folder:
        outcome = execute(settings, settings.executors()[0], [program], write_inputs([program], folder), folder)[0]
    kernel = program.source.strip().replace("\n\n\n\n", "\n\n\n")
    names = {node: f"{node}" for node in program.args}
    lines = ["# RUN: exec-test %s", f'"""Found by tools/fuzz_kernels.py, seed {program.seed}."""', "", "import numpy as np", kernel, "",
             "from harness import Case, Typed", "", "", "def cases(rng):"]
    lines += [f"    {name} = {array_text(program.args[name])}" for name in names if isinstance(program.args[name], Array)]
    arguments = ", ".join(f"{name}={name if isinstance(value, Array) else value}" for name, value in program.args.items())
    for name, tolerance in program.outputs.items():
        if outcome.error:
            lines.append(f"    {name}_expected = None  # unknown: {outcome.error.splitlines()[0]}")
        else:
            lines.append(f"    {name}_expected = {values_text(outcome.arrays[name], program.args[name].dtype)}")
    expected = ", ".join(f"{name}={name}_expected" for name in program.outputs)
    constants = ", ".join(f"{name}={value}" for name, value in program.constants.items())
    tolerance = max(program.outputs.values())
    limits = f", rtol={tolerance}, atol={tolerance}" if tolerance else ""
    lines.append(f'    yield Case("seed {program.seed}", kernel, {program.grid}, dict({arguments}),')
    lines.append(f"               dict({expected}), dict({constants}), {program.warps}{limits})")
    return "\n".join(lines) + "\n"


def array_text(array):
    return values_text(array.make(), array.dtype)


def values_text(values, dtype):
    """A literal; types that numpy lacks and numbers that have no short text go by their bits."""
    carrier = np.dtype(dtype.carrier)
    bits = values.reshape(-1).view(f"u{values.dtype.itemsize}")
    short = [repr(v) for v in values.reshape(-1).view(carrier).tolist()]
    plain = not dtype.is_typed and dtype.kind != "b" and (dtype.is_int or bool(np.isfinite(values.view(carrier)).all()))
    if bits.size and (bits == bits[0]).all() and bits.size > 8:
        text = f"np.full({bits.size}, {hex(bits[0])}, np.{bits.dtype})"
    elif plain and sum(map(len, short)) < 40 * len(short):
        return f"np.array([{', '.join(short)}], np.{carrier})"
    else:
        text = f"np.array([{', '.join(map(hex, bits.tolist()))}], np.{bits.dtype})"
    if dtype.is_typed:
        return f'Typed({text}, "{dtype.short}")'
    name = "bool_" if dtype.kind == "b" else carrier.name
    return f"{text}.view(np.{name})" if carrier != bits.dtype else text
