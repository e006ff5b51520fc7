"""Every text that the window can show, found in its source.

`self.tr("…")` and `translate("Context", "…")` as Qt's own lupdate finds them, and what lupdate does
not see: texts that go through a module's own `_tr`, those of the table of actions, and the names
of General MIDI.
"""

import ast
import re
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

from catalogue import Message

from app.main_window.action_table import ACTIONS, MENUS
from app.main_window.menus import CHANGING
from app.settings.table import TABLE
from app.words import instruments, tunings
from engine.sentence import pattern_of
from engine.values.event_kinds import EVENT_KINDS
from engine.values.formats import FORMATS

ENGINE = "Engine"
_SAID = ("hint", "message")
# What is said in a terminal stays English, as its commands are.
_SILENT = {"bench", "cli"}
_ONLY_ERRORS = {"app", "evaluation"}
# Tuples: asking for a union of types takes three times as long, and there are a million nodes.
_WITH_PARTS = (ast.Expr, ast.JoinedStr)
# A sentence that ends with another one, which brings its own full stop.
_ENDS_WITH_REASON = re.compile(r"[A-Z].*: %\d$")
_TEXTS = (ast.Constant, ast.JoinedStr, ast.BinOp, ast.Call)


def found_in(root: Path) -> list[Message]:
    """Return every text of the window, in the order of its files."""
    found: dict[tuple[str, str], Message] = {}
    for path in sorted((root / "app").rglob("*.py")):
        for message in _of_module(ast.parse(path.read_text("utf-8"))):
            found.setdefault((message.context, message.source), message)
    for text in sentences_in(root):
        found.setdefault((ENGINE, text), Message(context=ENGINE, source=text))
    for context, name in (*instruments.NAMES, *tunings.NAMES):
        found.setdefault((context, name), Message(context=context, source=name))
    for each in FORMATS:
        found.setdefault(("Dialogs", each.shown), Message(context="Dialogs", source=each.shown))
    for kind in filter(lambda kind: kind.shown, EVENT_KINDS):
        found.setdefault(("Events", kind.shown), Message(context="Events", source=kind.shown))
    for text in (text for setting in TABLE for text in setting.texts()):
        found.setdefault(("Settings", text), Message(context="Settings", source=text))
    for message in _of_actions():
        found.setdefault((message.context, message.source), message)
    return list(found.values())


def unreadable_in(root: Path) -> list[str]:
    """Return the calls whose text cannot be read off the source, which nobody could translate."""
    lines: list[str] = []
    for path in sorted((root / "app").rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        wrapper = _wrapper_context(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and _name(node) in ("tr", "translate", "_tr"):
                place = 1 if _name(node) == "translate" else 0
                if _text(node, place) is None and not _is_wrapper(node, wrapper):
                    lines.append(f"{path.relative_to(root)}:{node.lineno}")
    return lines


def sentences_in(root: Path) -> list[str]:
    """Return every sentence of the engine, with %1, %2 … for what is filled in.

    The engine knows no Qt: its sentences keep their values and are translated when they are shown.
    The window's own errors are of the engine's kind, and are told in the same way.
    """
    found: dict[str, None] = {}
    for path, tree in modules_in(root):
        found.update(dict.fromkeys(filter(_is_sentence, map(template_of, _texts_in(path, tree)))))
        phrases = map(template_of, _members_in(list(ast.walk(tree))))
        found.update(dict.fromkeys(text for text in phrases if " " in text.strip()))
    return list(found)


def made_of_parts_in(root: Path) -> list[str]:
    """Return the places where an f-string, `+`, `%` or `format` makes a sentence.

    The window cannot translate a text made so; `engine.sentence.said` keeps the template.
    """
    return [
        f"{path.relative_to(root)}:{node.lineno}"
        for path, tree in modules_in(root)
        for node in _texts_in(path, tree)
        if not isinstance(node, ast.Constant) and _is_sentence(template_of(node))
    ]


def modules_in(root: Path) -> Iterator[tuple[Path, ast.Module]]:
    """Yield the modules that have sentences for the window: those of a terminal stay English."""
    for room in ("engine", "app"):
        for path in sorted((root / room).rglob("*.py")):
            if not _SILENT & set(path.relative_to(root).parts):
                yield path, ast.parse(path.read_text("utf-8"))


def _texts_in(path: Path, tree: ast.Module) -> Iterator[ast.expr]:
    nodes = list(ast.walk(tree))
    return _said_in(nodes, tree) if _ONLY_ERRORS & set(path.parts) else _literals_in(nodes)


def _literals_in(nodes: Sequence[ast.AST]) -> Iterator[ast.expr]:
    """Yield the texts of a module that are neither docstrings nor parts of another text."""
    inside = {
        id(part)
        for node in nodes
        if isinstance(node, _WITH_PARTS)
        for part in ast.iter_child_nodes(node)
    }
    for node in nodes:
        if isinstance(node, _TEXTS) and id(node) not in inside:
            yield node


def _members_in(nodes: Sequence[ast.AST]) -> Iterator[ast.expr]:
    """Yield the values of enumerations: a few words that are a reason are no sentence."""
    for node in nodes:
        if isinstance(node, ast.ClassDef) and any("Enum" in ast.unparse(b) for b in node.bases):
            yield from (member.value for member in node.body if isinstance(member, ast.Assign))


def _said_in(nodes: Sequence[ast.AST], tree: ast.Module) -> Iterator[ast.expr]:
    for node in nodes:
        if isinstance(node, ast.Call) and _name(node).endswith(("Error", "Failed")):
            yield from node.args[:1]
            yield from (k.value for k in node.keywords if k.arg in _SAID)
        elif isinstance(node, ast.Dict) and node in _tables(tree):
            yield from node.values


def _tables(tree: ast.Module) -> list[ast.expr | None]:
    """Return the module's own tables, such as what is said when a child died."""
    assigned = (n for n in tree.body if isinstance(n, ast.Assign | ast.AnnAssign))
    values = [node.value for node in assigned]
    # Tables that cannot be edited are in a call.
    return values + [v.args[0] for v in values if isinstance(v, ast.Call) and v.args]


def _is_sentence(text: str) -> bool:
    return (
        " " in text.strip()
        and text[0] in "‘%ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
        and (text[-1] in ".:" or _ENDS_WITH_REASON.match(text) is not None)
    )


def template_of(node: ast.expr) -> str:
    """Return a text with %1, %2 … for what is filled in; "" for what is no text."""
    if isinstance(node, ast.Constant):
        return pattern_of(node.value) if isinstance(node.value, str) else ""
    numbers = count(1)
    return "".join(
        str(part.value) if isinstance(part, ast.Constant) else f"%{next(numbers)}"
        for part in _parts_of(node)
    )


def _parts_of(node: ast.expr) -> Iterator[ast.expr]:
    """Yield the parts of a text that is made of several, also by `+`, `%` or `format`."""
    match node:
        case ast.JoinedStr():
            yield from node.values
        case ast.BinOp(op=ast.Add()):
            yield from _parts_of(node.left)
            yield from _parts_of(node.right)
        case ast.BinOp(left=ast.Constant(value=str()) as left, op=ast.Mod()):
            yield left
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str()) as text, attr="format")):
            yield text
        case _:
            yield node


def _of_module(tree: ast.Module) -> Iterator[Message]:
    wrapper = _wrapper_context(tree)
    yield from _of_nodes(tree, "", wrapper)


def _of_nodes(node: ast.AST, context: str, wrapper: str) -> Iterator[Message]:
    for child in ast.iter_child_nodes(node):
        inside = child.name if isinstance(child, ast.ClassDef) else context
        if isinstance(child, ast.Call):
            yield from _of_call(child, context, wrapper)
        yield from _of_nodes(child, inside, wrapper)


def _of_call(call: ast.Call, context: str, wrapper: str) -> Iterator[Message]:
    name = _name(call)
    if name == "tr" and (text := _text(call, 0)) is not None:
        yield Message(context=context, source=text, plural=len(call.args) > 2)
    elif name == "translate" and (text := _text(call, 1)) is not None:
        yield Message(context=_text(call, 0) or "", source=text, plural=len(call.args) > 3)
    elif name == "_tr" and (text := _text(call, 0)) is not None:
        yield Message(context=wrapper, source=text, plural=len(call.args) > 1)


def _of_actions() -> Iterator[Message]:
    texts = [f"&{name}" for name in MENUS] + list(MENUS) + [entry[2] for entry in CHANGING]
    for spec in ACTIONS:
        texts += [spec.text, spec.tooltip, *filter(None, spec.submenu.split("/"))]
    for text in texts:
        yield Message(context="Actions", source=text)


def _wrapper_context(tree: ast.Module) -> str:
    """Return the context of a module's `_tr`, if it has one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == "_tr":
            for call in ast.walk(node):
                if isinstance(call, ast.Call) and _name(call) == "translate":
                    return _text(call, 0) or ""
    return ""


def _is_wrapper(call: ast.Call, wrapper: str) -> bool:
    """Return whether this is the call inside `_tr` itself, or one whose texts are in a table."""
    last = call.args[-1] if call.args else None
    in_table = isinstance(last, ast.Attribute | ast.Name | ast.JoinedStr)
    # What looks both up when it runs: the context is no text either.
    is_lookup = _name(call) == "translate" and _text(call, 0) in (None, "Actions")
    return in_table and (bool(wrapper) or is_lookup)


def _name(call: ast.Call) -> str:
    function = call.func
    if isinstance(function, ast.Attribute):
        # A painter's `translate` moves its origin.
        is_painter = function.attr == "translate" and ast.unparse(function.value) == "painter"
        return "" if is_painter else function.attr
    # A plain `tr` is a module's short name for `QCoreApplication.translate`.
    name = function.id if isinstance(function, ast.Name) else ""
    return "translate" if name == "tr" else name


def _text(call: ast.Call, place: int) -> str | None:
    if len(call.args) <= place:
        return None
    argument = call.args[place]
    is_text = isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    return argument.value if is_text else None
