"""The real window with its real processes, driven from within: by its actions, not by its parts.

Offscreen and without a sound card. What processes say is heard on the way to the window, and what
dialogs ask is answered.
"""

import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from types import TracebackType
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("SEGUE_AUDIO_BACKEND", "null")

import psutil
from PySide6.QtWidgets import QApplication, QMenu

from app.clients.engine_link import Link
from app.main_window import dialogs
from app.main_window.window import MainWindow
from engine import messages
from engine.processes.process import ROLES

Hear = Callable[[messages.Event], None]


def window() -> MainWindow | None:
    """Return the window once everything is in it."""
    found = [each for each in QApplication.topLevelWidgets() if isinstance(each, MainWindow)]
    return found[0] if found and hasattr(found[0], "actions_table") else None


def put_dialogs_away(main: MainWindow) -> None:
    """Close whatever is open over a window."""
    for widget in (QApplication.activePopupWidget(), QApplication.activeModalWidget()):
        if widget is not None and widget is not main:
            widget.close()
    for other in QApplication.topLevelWidgets():
        if other is not main and other.isVisible() and not isinstance(other, QMenu):
            other.close()


def processes() -> Iterator[tuple[str, int]]:
    """Yield this process and its children, by role; a second one of a role stands by."""
    yield "window", os.getpid()
    seen: Counter[str] = Counter()
    for child in sorted(psutil.Process().children(), key=lambda each: each.pid):
        try:
            words = child.cmdline()
        except psutil.Error:
            continue
        role = next((word for word in words[-1:] if word in ROLES), "")
        if role:
            seen[role] += 1
            yield role if seen[role] == 1 else f"{role} standing by", child.pid


@contextmanager
def driven(
    hear: Hear, fell: Callable[[str], None], answers: Mapping[str, Callable[..., Any]]
) -> Iterator[None]:
    """Hear what processes say and answer what dialogs ask, while this lasts.

    Args:
        hear: Takes each event of each child.
        fell: Takes what an uncaught exception says.
        answers: By the name of a function of `app.main_window.dialogs`, what it returns.
    """
    deliver, hook = Link.deliver, sys.excepthook

    def heard(link: Link, event: messages.Event) -> None:
        hear(event)
        deliver(link, event)

    def told(
        kind: type[BaseException], error: BaseException, traceback: TracebackType | None
    ) -> None:
        fell(f"{kind.__name__}: {error}"[:200])
        hook(kind, error, traceback)

    all_answers: dict[str, Callable[..., Any]] = {
        "ask_to_save": lambda *_, **__: "discard",
        "confirm": lambda *_, **__: False,
        **dict.fromkeys(
            ("tell", "ask_choice", "ask_from_list", "ask_entry", "ask_number", "ask_folder"),
            lambda *_, **__: None,
        ),
        "ask_text": lambda *_, **__: "Driven",
        **answers,
    }
    before = {name: getattr(dialogs, name) for name in all_answers}
    Link.deliver, sys.excepthook = heard, told  # type: ignore[method-assign]
    for name, answer in all_answers.items():
        setattr(dialogs, name, answer)
    try:
        yield
    finally:
        Link.deliver, sys.excepthook = deliver, hook  # type: ignore[method-assign]
        for name, asked in before.items():
            setattr(dialogs, name, asked)


def errors_in(home: Path) -> list[str]:
    """Return what the logs under a home say of errors, each with where it happened."""
    found = []
    for log in sorted(home.rglob("*.log")):
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
        places = [i for i, line in enumerate(lines) if " ERROR " in line]
        for begin, end in pairwise([*places, len(lines)]):
            frames = [line.strip() for line in lines[begin:end] if line.startswith("  File ")]
            last = [line for line in lines[begin:end] if re.match(r"\w+(Error|Exception)\b", line)]
            found.append(" | ".join([f"{log.name}: {lines[begin]}", *frames[-3:], *last])[:1000])
    return found
