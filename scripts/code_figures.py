"""Print figures about the size and the documentation of the code in `app` and `engine`.

python scripts/code_figures.py          # the figures
python scripts/code_figures.py --list   # and each place that spoils one of them

Nothing fails here. ruff counts the complexity (rule C901). A function is unused if
no other line of the repository names it.
"""

import argparse
import ast
import io
import json
import re
import subprocess
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("app", "engine")
# Where code of `FOLDERS` may have callers.
CALLERS = ("benchmarks", "packaging", "scripts", "tests")
LONG_LINES, COMPLEX = 60, 10
_EXEMPTION = re.compile(r"#\s*(noqa|type:\s*ignore)")
_WORD = re.compile(r"\w+")
# Names that Qt, Python and MidiTok call.
_CALLED = re.compile(r"[a-z]+[A-Z]\w*|__\w+__|fixup|_compute_ticks_per_pos")
_Function = ast.FunctionDef | ast.AsyncFunctionDef
_Documented = ast.Module | ast.ClassDef | _Function


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The counts of some files.

    Attributes:
        code: Lines with code: neither empty, nor only a comment, nor of a docstring.
        comments: Comments, exemptions such as `noqa` not counted.
        docstrings: Lines of docstrings.
        exemptions: Comments that exempt a line from ruff or mypy.
        functions: Lines of each function, docstring included, with its place.
        undocumented: Places of public modules, classes and functions without a docstring.
        public: How many public modules, classes and functions there are.
        bare: Places of numbers at module level with no comment or docstring beside them.
    """

    code: int
    comments: int
    docstrings: int
    exemptions: int
    functions: tuple[tuple[int, str], ...]
    undocumented: tuple[str, ...]
    public: int
    bare: tuple[str, ...]


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--list", action="store_true", help="name each place that spoils a figure")
    shows_places = parser.parse_args().list
    for name, value, places in report(ROOT):
        print(f"{name:42} {value}")
        for place in places if shows_places else ():
            print(f"    {place}")


def report(root: Path) -> Iterator[tuple[str, str, Sequence[str]]]:
    """Yield the name and the value of each figure, with the places that spoil it."""
    found = figures(path for folder in FOLDERS for path in sorted((root / folder).rglob("*.py")))
    lengths = sorted(lines for lines, _ in found.functions)
    long = [f"{lines:4}  {place}" for lines, place in found.functions if lines > LONG_LINES]
    ninth = quantiles(lengths, n=10)[-1]
    yield "code lines", f"{found.code:,}", ()
    yield "docstring lines per 100 code lines", f"{100 * found.docstrings / found.code:.1f}", ()
    yield "comments per 100 code lines", f"{100 * found.comments / found.code:.2f}", ()
    yield "numbers without a comment", str(len(found.bare)), found.bare
    yield "noqa and type: ignore", str(found.exemptions), ()
    yield "functions", f"{len(lengths):,}", ()
    yield "function lines, median/p90/max", f"{median(lengths):.0f}/{ninth:.0f}/{lengths[-1]}", long
    share = 100 * (1 - len(found.undocumented) / found.public)
    yield "public docstrings, %", f"{share:.1f}", found.undocumented
    places = _complex(root)
    yield (
        f"complexity > {COMPLEX}, per 1000 functions",
        f"{1000 * len(places) / len(lengths):.1f}",
        places,
    )
    places = _unused(root)
    yield "unused functions and classes", str(len(places)), places


def figures(paths: Iterator[Path]) -> Figures:
    """Return the figures of Python files."""
    code = comments = docstrings = exemptions = public = 0
    functions: list[tuple[int, str]] = []
    undocumented: list[str] = []
    bare: list[str] = []
    for path in paths:
        text = path.read_text("utf-8")
        tree, place = ast.parse(text), _shown(path)
        of_docstrings = _docstring_lines(tree)
        of_comments = _comments(text)
        exempt = {line for line, each in of_comments.items() if _EXEMPTION.search(each)}
        docstrings += len(of_docstrings)
        exemptions += len(exempt)
        comments += len(of_comments) - len(exempt)
        code += len(_code_lines(text) - of_docstrings)
        functions += (
            ((node.end_lineno or 0) - node.lineno + 1, f"{place}:{node.lineno} {node.name}")
            for node in ast.walk(tree)
            if isinstance(node, _Function)
        )
        named = tuple(_public(tree, name=""))
        public += len(named)
        undocumented += (
            f"{place}:{getattr(node, 'lineno', 1)} {name}"
            for name, node in named
            if ast.get_docstring(node) is None
        )
        bare += (f"{place}:{line} {name}" for name, line in _bare_numbers(tree, of_comments))
    return Figures(
        code=code,
        comments=comments,
        docstrings=docstrings,
        exemptions=exemptions,
        functions=tuple(sorted(functions, reverse=True)),
        undocumented=tuple(undocumented),
        public=public,
        bare=tuple(bare),
    )


def _shown(path: Path) -> str:
    return (path.relative_to(ROOT) if path.is_relative_to(ROOT) else path).as_posix()


def _comments(text: str) -> dict[int, str]:
    """Return the comments by their lines."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return {token.start[0]: token.string for token in tokens if token.type == tokenize.COMMENT}


def _code_lines(text: str) -> set[int]:
    """Return the lines that hold a token other than a comment."""
    blank = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in blank and token.string:
            lines.update(range(token.start[0], token.end[0] + 1))
    return lines


def _docstring_lines(tree: ast.Module) -> set[int]:
    """Return the lines of docstrings, those below constants and fields included."""
    lines: set[int] = set()
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            lines.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return lines


def _public(node: _Documented, *, name: str) -> Iterator[tuple[str, _Documented]]:
    """Yield what is public in a module or a class, by its dotted name; overrides excepted."""
    yield name or "module", node
    for child in node.body if not isinstance(node, _Function) else ():
        if not isinstance(child, ast.ClassDef | _Function) or child.name.startswith("_"):
            continue
        dotted = f"{name}.{child.name}".lstrip(".")
        if isinstance(child, ast.ClassDef):
            yield from _public(child, name=dotted)
        elif not _is_documented_elsewhere(child):
            yield dotted, child


def _is_documented_elsewhere(definition: ast.ClassDef | _Function) -> bool:
    """Return whether a base class, a property's getter or an overloaded function documents it."""
    names = {ast.unparse(each).split(".")[-1] for each in definition.decorator_list}
    return bool(names & {"override", "overload", "setter"})


def _bare_numbers(tree: ast.Module, comments: dict[int, str]) -> Iterator[tuple[str, int]]:
    """Yield numbers at module level that neither a comment nor a docstring explains.

    A comment beside or above a constant explains it, and one above a constant explains those that
    follow it without an empty line.
    """
    explained: set[int] = set()
    for node, after in zip(tree.body, [*tree.body[1:], None], strict=True):
        lines = set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        if lines & comments.keys() or (node.lineno - 1) in comments.keys() | explained:
            explained |= lines
        elif (name := _number(node)) and not _is_text(after):
            yield name, node.lineno


def _number(node: ast.stmt) -> str:
    """Return the name of the constant that a statement sets to a number; empty if to another."""
    match node:
        case ast.Assign(targets=[target], value=value):
            pass
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            pass
        case _:
            return ""
    names = ast.unparse(target)
    parts = [each for each in ast.walk(value) if not isinstance(each, ast.operator | ast.Load)]
    kinds = (ast.Constant, ast.BinOp, ast.UnaryOp, ast.unaryop, ast.Tuple)
    is_number = all(isinstance(each, kinds) for each in parts) and all(
        type(each.value) in (int, float) for each in parts if isinstance(each, ast.Constant)
    )
    return names if is_number and any(isinstance(each, ast.Constant) for each in parts) else ""


def _is_text(node: ast.stmt | None) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _complex(root: Path) -> list[str]:
    """Return the places of functions with too many branches."""
    limit = f"lint.mccabe.max-complexity={COMPLEX}"
    command = [sys.executable, "-m", "ruff", "check", "--select", "C901", "--config", limit]
    found = subprocess.run(
        [*command, "--ignore-noqa", "--exit-zero", "--output-format", "json", *FOLDERS],
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    )
    return [
        f"{_shown(Path(each['filename']))}:{each['location']['row']} {each['message']}"
        for each in json.loads(found.stdout)
    ]


def _unused(root: Path) -> list[str]:
    """Return the places of functions and classes that no other line of the repository names.

    Names that libraries or Python itself call are excepted.
    """
    texts = {
        path: path.read_text("utf-8")
        for folder in (*FOLDERS, *CALLERS)
        for path in sorted((root / folder).rglob("*.py"))
    }
    named = Counter(word for text in texts.values() for word in _WORD.findall(text))
    return [
        f"{_shown(path)}:{node.lineno} {node.name}"
        for path, text in texts.items()
        if path.relative_to(root).parts[0] in FOLDERS
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ClassDef | _Function)
        and named[node.name] == 1
        and not _CALLED.fullmatch(node.name)
        and not _is_documented_elsewhere(node)
    ]


if __name__ == "__main__":
    main()
