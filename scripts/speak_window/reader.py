"""A screen reader that only writes down what it would say, and asks all the while.

Runs with the system's Python, which has PyGObject and AT-SPI; ends when its input does.
"""

import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402 - after the version

DEEPEST, WIDEST = 14, 80
KINDS = ("object:state-changed:focused", "object:announcement")


def on_event(event: Any) -> None:
    """Write down what has the focus now, and what is announced."""
    if event.type == "object:announcement":
        print(f"says    {event.any_data}", flush=True)
    elif event.type.startswith("object:state-changed:focused") and event.detail1:
        source = event.source
        # It may be gone before it is asked for its name.
        with suppress(GLib.Error):
            print(f"focus   {name_of(source)} ({source.get_role_name()})", flush=True)


def asked(one: Any, depth: int = 0) -> Iterator[None]:
    """Ask everything of an object and of all in it, an object at a time."""
    try:
        one.get_name()
        one.get_role_name()
        one.get_description()
        one.get_state_set()
        for index in range(min(one.get_child_count(), WIDEST) if depth < DEEPEST else 0):
            yield
            child = one.get_child_at_index(index)
            if child is not None:
                yield from asked(child, depth + 1)
    except GLib.Error:
        # It went between two questions.
        return


def name_of(part: Any) -> str:
    """Return the label of a part, if it has one, and its name.

    The name of a combo box is the chosen entry.
    """
    labels = [
        relation.get_target(0).get_name()
        for relation in part.get_relation_set()
        if relation.get_relation_type() == Atspi.RelationType.LABELLED_BY
    ]
    return ": ".join((*labels, part.get_name()))


def main() -> None:
    """Listen and ask until the input ends."""
    Atspi.init()
    listener = Atspi.EventListener.new(on_event)
    for kind in KINDS:
        listener.register(kind)
    loop = GLib.MainLoop()
    count = 0

    def forever() -> Iterator[None]:
        while True:
            yield
            yield from asked(Atspi.get_desktop(0))

    questions = forever()

    def step() -> bool:
        nonlocal count
        count += 1
        next(questions)
        return True

    GLib.timeout_add(25, step)
    GLib.io_add_watch(sys.stdin, GLib.IO_HUP, lambda *_: loop.quit())
    loop.run()
    print(f"asked   {count}", flush=True)


if __name__ == "__main__":
    main()
