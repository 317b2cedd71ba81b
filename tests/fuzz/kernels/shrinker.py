"""Makes a program that fails smaller, as long as it fails in the same way.

The kernel is edited as a tree of Python's `ast`, without knowledge of types: an edit that makes no sense gives a
diagnostic, hence another failure, and is dropped. What keeps a program free of races and of unspecified values is left
alone: the places of stores and atomics, and divisors.
"""

import ast
import copy
import dataclasses
import tempfile
import time

from model import Array
from runner import Outcome, execute, judge, write_inputs

# Candidates that one process tries.
WIDTH = 12


class Shrinker:
    """Holds the smallest program so far that still fails like the finding."""

    def __init__(self, settings, finding, seconds):
        self.settings, self.kind, self.best = settings, finding.kind, finding.program
        self.deadline = time.monotonic() + seconds
        reference = settings.executors()[0]
        self.executors = [reference] + ([finding.executor] if finding.executor != reference else [])
        # A kernel that ends the process would hide what the others do.
        self.width = 1 if "crash" in finding.kind else WIDTH

    def fails(self, programs):
        """The first program that fails in the same way, or None."""
        with tempfile.TemporaryDirectory(prefix="shrink") as folder:
            lines = write_inputs(programs, folder)
            outcomes = {name: execute(self.settings, name, programs, lines, folder) for name in self.executors}
            for i, program in enumerate(programs):
                finding = judge(program, {name: outcomes[name][i] or Outcome(error="none") for name in self.executors})
                if finding and finding.kind == self.kind:
                    return program
        return None

    def try_all(self, edits):
        """Applies the edits, functions of the best program, that keep the failure. Whether any did."""
        progress, edits = False, list(edits)
        while edits and time.monotonic() < self.deadline:
            wave, edits = edits[: self.width], edits[self.width:]
            made = [(edit, program) for edit in wave if (program := edit(self.best)) is not None]
            found = self.fails([program for _, program in made]) if made else None
            if found is None:
                continue
            self.best, progress = found, True
            # Edits name places of the program as it was; those of later rounds are made anew.
            return True
        return progress

    def run(self):
        stages = [self.statement_edits, self.launch_edits, self.argument_edits, self.number_edits, self.expression_edits]
        progress = True
        while progress and time.monotonic() < self.deadline:
            progress = False
            for stage in stages:
                while time.monotonic() < self.deadline and self.try_all(stage()):
                    progress = True
        return self.best

    # ---- Edits ----

    def statement_edits(self):
        tree = ast.parse(self.best.source)
        lists = body_lists(tree)
        for number, body in enumerate(lists):
            size = len(body)
            width = size
            while width >= 1:
                for start in range(size - width, -1, -width):
                    yield lambda p, n=number, s=start, w=width: without_statements(p, n, s, w)
                width //= 2
        for number, body in enumerate(lists):
            for at, statement in enumerate(body):
                if isinstance(statement, (ast.If, ast.For, ast.While)):
                    yield lambda p, n=number, a=at: unwrapped(p, n, a)

    def launch_edits(self):
        for name, value in self.best.constants.items():
            if value > 1:
                yield lambda p, n=name, v=value: dataclasses.replace(p, constants=p.constants | {n: v // 2})
        for warps in (1, 2, 4):
            if warps < self.best.warps:
                yield lambda p, w=warps: dataclasses.replace(p, warps=w)
        for axis, size in enumerate(self.best.grid):
            if size > 1:
                yield lambda p, a=axis, s=size: dataclasses.replace(p, grid=tuple(s // 2 if i == a else g for i, g in enumerate(p.grid)))
        if self.best.stages != 1:
            yield lambda p: dataclasses.replace(p, stages=1)

    def argument_edits(self):
        for name in unused_parameters(self.best):
            yield lambda p, n=name: without_parameter(p, n)
        for name, value in self.best.args.items():
            if isinstance(value, Array):
                if value.size > 16:
                    yield lambda p, n=name, v=value: dataclasses.replace(p, args=p.args | {n: dataclasses.replace(v, size=v.size // 2)})
                if value.flavour == "any":
                    yield lambda p, n=name, v=value: dataclasses.replace(p, args=p.args | {n: dataclasses.replace(v, flavour="small")})
            elif value > 2:
                for smaller in {2, value // 2}:
                    yield lambda p, n=name, v=smaller: dataclasses.replace(p, args=p.args | {n: v})

    def number_edits(self):
        for number, node in enumerate(ast.walk(ast.parse(self.best.source))):
            if isinstance(node, ast.Constant) and type(node.value) is int and node.value > 1:
                for smaller in {1, node.value // 2, node.value - 1}:
                    yield lambda p, n=number, v=smaller: with_node(p, n, ast.Constant(v))

    def expression_edits(self):
        tree = ast.parse(self.best.source)
        kept = protected(tree)
        for number, node in enumerate(ast.walk(tree)):
            if not isinstance(node, ast.expr) or id(node) in kept or isinstance(node, (ast.Constant, ast.Tuple)):
                continue
            if isinstance(getattr(node, "ctx", None), ast.Store):
                continue
            for part in parts_of(node):
                if id(part) not in kept:
                    yield lambda p, n=number, c=part: with_node(p, n, c)
            if isinstance(node, (ast.BinOp, ast.Compare, ast.Call)) and not is_tl(node, "arange"):
                yield lambda p, n=number: with_node(p, n, ast.Constant(1))
            if isinstance(node, ast.Call) and node.keywords:
                for at in range(len(node.keywords)):
                    yield lambda p, n=number, a=at: without_keyword(p, n, a)


def shrink(settings, finding, seconds=60):
    return Shrinker(settings, finding, seconds).run()


# ---- Trees ----


def with_tree(program, tree):
    return dataclasses.replace(program, source=ast.unparse(ast.fix_missing_locations(tree)) + "\n")


def body_lists(tree):
    """The lists of statements of functions and of compound statements, outer ones first."""
    lists = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Module):
            lists.append([s for s in node.body if isinstance(s, ast.FunctionDef)])
        elif isinstance(node, (ast.FunctionDef, ast.If, ast.For, ast.While)):
            lists.append(node.body)
            if getattr(node, "orelse", None):
                lists.append(node.orelse)
    return lists


def without_statements(program, number, start, width):
    tree = ast.parse(program.source)
    lists = body_lists(tree)
    if number >= len(lists):
        return None
    body, gone = lists[number], lists[number][start : start + width]
    if number == 0:
        if any(f.name == "kernel" for f in gone):
            return None
        tree.body = [s for s in tree.body if s not in gone]
    else:
        del body[start : start + width]
        if not body:
            body.append(ast.Pass())
        if all(isinstance(s, ast.Pass) for s in gone):
            return None
    return with_outputs(with_tree(program, tree))


def unwrapped(program, number, at):
    tree = ast.parse(program.source)
    body = body_lists(tree)[number]
    statement = body[at]
    inside = list(statement.body)
    if isinstance(statement, ast.For):
        inside.insert(0, ast.Assign([statement.target], ast.Constant(0)))
    body[at : at + 1] = inside
    return with_outputs(with_tree(program, tree))


def with_outputs(program):
    """Only what the kernel still mentions; None if it stores nothing."""
    names = {node.id for node in ast.walk(ast.parse(program.source)) if isinstance(node, ast.Name)}
    outputs = {name: tolerance for name, tolerance in program.outputs.items() if name in names}
    return dataclasses.replace(program, outputs=outputs) if outputs else None


def with_node(program, number, replacement):
    tree = ast.parse(program.source)
    target = list(ast.walk(tree))[number]

    class Replace(ast.NodeTransformer):
        def visit(self, node):
            return copy.deepcopy(replacement) if node is target else self.generic_visit(node)

    return with_outputs(with_tree(program, Replace().visit(tree)))


def without_keyword(program, number, at):
    tree = ast.parse(program.source)
    del list(ast.walk(tree))[number].keywords[at]
    return with_tree(program, tree)


def is_tl(node, *names):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in names


def protected(tree):
    """Expressions that an edit must not change, lest the program gets several right results."""
    kept = set()
    for node in ast.walk(tree):
        roots = []
        if isinstance(node, ast.Call):
            roots.append(node.func)
            if isinstance(node.func, ast.Attribute) and (node.func.attr == "store" or node.func.attr.startswith("atomic")):
                roots.append(node.args[0])
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.FloorDiv, ast.Mod)):
            roots.append(node.right)
        if isinstance(node, (ast.FunctionDef,)):
            roots += [a.annotation for a in node.args.args if a.annotation] + node.decorator_list
        for root in roots:
            kept |= {id(inner) for inner in ast.walk(root)}
    return kept


def parts_of(node):
    """Expressions that could stand for the whole."""
    if isinstance(node, ast.BinOp):
        return [node.left, node.right]
    if isinstance(node, ast.UnaryOp):
        return [node.operand]
    if isinstance(node, ast.Compare):
        return [node.left, *node.comparators]
    if isinstance(node, ast.IfExp):
        return [node.body, node.orelse]
    if isinstance(node, ast.Call):
        inner = [node.func.value] if isinstance(node.func, ast.Attribute) and not isinstance(node.func.value, ast.Name) else []
        return inner + list(node.args)
    if isinstance(node, ast.Subscript):
        return [node.value]
    return []


def unused_parameters(program):
    tree = ast.parse(program.source)
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return [name for name in [*program.args, *program.constants] if name not in used]


def without_parameter(program, name):
    tree = ast.parse(program.source)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == "kernel":
            node.args.args = [a for a in node.args.args if a.arg != name]
    changed = with_tree(program, tree)
    drop = lambda table: {key: value for key, value in table.items() if key != name}  # noqa: E731
    return dataclasses.replace(changed, args=drop(program.args), constants=drop(program.constants))
