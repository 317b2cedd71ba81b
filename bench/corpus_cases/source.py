"""Kernels of a repository as Triton's functions, without importing the repository.

A file of a repository imports packages that this machine lacks, measures things, and registers operators. Of a file only the
statements run that bind what the kernel names, and of those what they name, through the repository's own imports. Decorators
other than `jit` are dropped: every meta parameter is given. The functions keep their place in the unmodified file, where Triton reads them.
torch, and whatever is neither in the repository nor installed, is a stand-in.
"""

import ast
import builtins
import importlib.util
import operator
import os
import sys
import types


class StandIn(types.ModuleType):
    """Anything that the host does with a package that is not here: false, empty, and itself again."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        if f"{self.__name__}.{name}" == "torch.cuda.is_available":
            return lambda: True
        return StandIn(f"{self.__name__}.{name}")

    def __call__(self, *args, **kwargs):
        return args[0] if len(args) == 1 and callable(args[0]) and not kwargs else self

    def __getitem__(self, index):
        return self

    def __iter__(self):
        return iter(())

    def __bool__(self):
        return False

    def __lt__(self, other):
        return False

    def __ge__(self, other):  # versions: whatever it is, it is new
        return True

    __le__, __gt__ = __lt__, __ge__

    def __or__(self, other):
        return self

    __add__ = __sub__ = __mul__ = __truediv__ = __floordiv__ = __ror__ = __or__


def names_bound(node):
    """Names that a statement binds in its module, also inside of `if` and `try`."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return {node.name}
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return {alias.asname or alias.name.split(".")[0] for alias in node.names}
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        return {node.id}
    if isinstance(node, (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
        return set()
    return set().union(*map(names_bound, ast.iter_child_nodes(node)))


def only(statement, alias):
    """An import of one of its names: others may need what is not here."""
    return type(statement)(**{**vars(statement), "names": [alias]})


def names_read(node):
    """Names that a statement may look up in its module."""
    names = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
    if isinstance(node, ast.FunctionDef):
        own = {a.arg for a in ast.walk(node.args) if isinstance(a, ast.arg)}
        own |= {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        annotations = [a.annotation for a in ast.walk(node.args) if isinstance(a, ast.arg) and a.annotation]
        outside = [*node.args.defaults, *(d for d in node.args.kw_defaults if d), *annotations, *node.decorator_list]
        return (names - own) | {n.id for part in outside for n in ast.walk(part) if isinstance(n, ast.Name)}
    return names


def is_kept(decorator):
    function = decorator.func if isinstance(decorator, ast.Call) else decorator
    return ast.unparse(function).split(".")[-1] in ("jit", "constexpr", "constexpr_function", "staticmethod", "builtin", "aggregate", "_aggregate")


class Source:
    """A file as a module whose statements run when somebody asks for what they bind. Triton wants a plain module."""

    def __init__(self, repository, name, path):
        self.repository, self.name, self.path, self.done = repository, name, path, set()
        self.module = types.ModuleType(name)
        self.scope = self.module.__dict__
        self.scope.update(__file__=path, __getattr__=self.get, __builtins__={**vars(builtins), "__import__": self.import_module})
        self.body = []
        if os.path.isfile(path):
            with open(path, encoding="utf-8") as file:
                self.body = ast.parse(file.read()).body

    def get(self, name):
        """The `__getattr__` of the module."""
        if name.startswith("__") or not self.bind(name):
            raise AttributeError(f"{self.path} has no {name}")
        return self.scope[name]

    def bind(self, name):
        """Makes the name one of the module's, if it can."""
        if name in self.scope:
            return True
        for statement in self.body:
            if isinstance(statement, (ast.Import, ast.ImportFrom)):
                for alias in statement.names:
                    if name in names_bound(only(statement, alias)):
                        self.execute(only(statement, alias))
            elif name in names_bound(statement):
                self.run(statement)
        if name not in self.scope:
            self.bind_elsewhere(name)
        return name in self.scope

    def bind_elsewhere(self, name):
        """From a submodule, or from what `import *` brings."""
        if self.is_package() and self.repository.find(f"{self.name}.{name}"):
            self.scope[name] = self.repository.find(f"{self.name}.{name}")
            return
        for statement in self.body:
            if isinstance(statement, ast.ImportFrom) and statement.names[0].name == "*":
                module = self.import_module(statement.module or "", fromlist=("*",), level=statement.level)
                if not isinstance(module, StandIn) and hasattr(module, name):
                    self.scope[name] = getattr(module, name)
                    return

    def run(self, statement):
        """Runs a statement once, after all that it names."""
        if statement in self.done:
            return
        self.done.add(statement)
        for function in statement.body if isinstance(statement, ast.ClassDef) else [statement]:
            if isinstance(function, ast.FunctionDef):
                function.decorator_list = [d for d in function.decorator_list if is_kept(d)]
        for name in sorted(names_read(statement)):
            if not hasattr(builtins, name):
                self.bind(name)
        self.execute(statement)

    def execute(self, statement):
        exec(compile(ast.Module([statement], []), self.path, "exec"), self.scope)

    def is_package(self):
        return os.path.basename(self.path) == "__init__.py"

    def import_module(self, name, globals=None, locals=None, fromlist=(), level=0):
        """The `__import__` of the module."""
        if level:
            package = self.name.split(".")
            package = package[:len(package) - level + self.is_package()]
            name = ".".join([*package, name] if name else package)
        module = self.repository.find(name)
        top = name.split(".")[0]
        if module is not None:
            return module if fromlist else self.repository.find(top)
        if top == "torch" or level or importlib.util.find_spec(top) is None:
            return StandIn(name if fromlist else top)
        return builtins.__import__(name, globals, locals, fromlist, 0)


class Repository:
    """The folder of a repository, whose modules are found from its root, `src` and `python`, as tritonc is told with -I."""

    def __init__(self, folder):
        self.roots = include_folders(folder)
        self.sources = {}

    def source(self, path):
        """The file as a module."""
        root = max((r for r in self.roots if path.startswith(r + os.sep)), key=len)
        name = os.path.splitext(os.path.relpath(path, root))[0].replace(os.sep, ".")
        return self.load(name.removesuffix(".__init__"), path)

    def load(self, name, path):
        if path not in self.sources:
            self.sources[path] = Source(self, name, path)
        return self.sources[path].module

    def find(self, name):
        """The module of that name if it is the repository's."""
        if not name or name.split(".")[0] in {*sys.stdlib_module_names, "triton", "torch"}:
            return None
        for root in self.roots:
            path = os.path.join(root, *name.split("."))
            if os.path.isfile(path + ".py"):
                return self.load(name, path + ".py")
            if os.path.isdir(path):
                return self.load(name, os.path.join(path, "__init__.py"))
        return None

    def kernel(self, file, name):
        """A kernel as Triton's JITFunction, without the tuners and heuristics that are put around it."""
        function = operator.attrgetter(name)(self.source(os.path.join(self.roots[0], file)))
        while not hasattr(function, "arg_names") or not hasattr(function, "params"):
            function = function.fn
        return function


class Repositories:
    """The repositories of a folder, each loaded when a kernel of it is asked for."""

    def __init__(self, folder):
        self.folder, self.loaded = folder, {}

    def kernel(self, repo, file, name):
        if repo not in self.loaded:
            self.loaded[repo] = Repository(os.path.join(self.folder, repo))
        return self.loaded[repo].kernel(file, name)


def include_folders(folder):
    return [path for path in (folder, os.path.join(folder, "src"), os.path.join(folder, "python")) if os.path.isdir(path)]
