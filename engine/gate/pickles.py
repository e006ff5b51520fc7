"""Pickles stay out of a process that has no use for them.

Segue reads none. But a library may: PySide hands every `QVariant` of its own type to
`pickle.loads`, and Qt's file dialog, for one, reads `QVariant`s from a file that all Qt programs of
a user share. Python calls an audit hook before each of them (PEP 578).
"""

import sys

from engine.gate.refusal import RefusedError


def refuse_pickles() -> None:
    """Have this process unpickle nothing that could run code, from now on until it ends.

    A pickle of numbers and texts runs none and looks up no class; such a one is still read.
    """
    sys.addaudithook(_refuse)


def _refuse(event: str, _arguments: tuple[object, ...]) -> None:
    if event == "pickle.find_class":
        raise RefusedError("nothing is unpickled in this process")
