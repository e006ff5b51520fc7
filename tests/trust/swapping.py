"""Code of functions put in the place of that of others, in a process that runs already.

A change within functions needs no new import then: whoever holds the function has the change.
"""

import gc
import inspect
import warnings
from collections import defaultdict
from collections.abc import Collection, Iterator
from pathlib import Path
from types import CodeType, FunctionType


class Functions:
    """All functions of some files that there are in this process.

    Args:
        files: Where they were read from.
    """

    def __init__(self, files: Collection[Path]) -> None:
        self._sources = {str(path): path.read_text(encoding="utf-8") for path in files}
        self._all: dict[CodeType, list[FunctionType]] = defaultdict(list)
        for each in _objects():
            # Others look at an object by its `__class__`, which may be made on the way.
            if type(each) is FunctionType and each.__code__.co_filename in self._sources:
                self._all[each.__code__].append(each)

    def swap(self, path: Path, code: str) -> None:
        """Have functions of a file do what they would do if it were another.

        Raises:
            ValueError: That is not all the change.
        """
        for before, after in self._changes(path, code):
            for function in self._all[before]:
                function.__code__ = after

    def would_swap(self, path: Path, code: str) -> bool:
        """Return whether that is all the change: not where it is executed by importing."""
        try:
            changes = self._changes(path, code)
        except ValueError:
            return False
        return all(
            self._all.get(before) and before.co_freevars == after.co_freevars
            for before, after in changes
        )

    def _changes(self, path: Path, code: str) -> list[tuple[CodeType, CodeType]]:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)  # a change may well look odd
            old = compile(self._sources[str(path)], str(path), "exec")
            new = compile(code, str(path), "exec")
        return list(_pairs(old, new))


def _objects() -> list[object]:
    """Return what the garbage collector sees, with what `tests/conftest.py` hides from it."""
    hidden = gc.get_freeze_count() > 0
    gc.unfreeze()
    found = gc.get_objects()
    if hidden:
        gc.freeze()
    return found


def _pairs(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Yield the functions that differ, with what they become.

    Raises:
        ValueError: Something else differs.
    """
    inner = [each for each in old.co_consts if isinstance(each, CodeType)]
    changed = [each for each in new.co_consts if isinstance(each, CodeType)]
    if _bare(old) != _bare(new) or len(inner) != len(changed):
        raise ValueError("what importing executes is another")
    for before, after in zip(inner, changed, strict=True):
        if not before.co_flags & inspect.CO_OPTIMIZED:
            yield from _pairs(before, after)
        elif before != after:
            yield before, after


def _bare(code: CodeType) -> tuple[object, ...]:
    """Return what code does, but for what the functions in it do."""
    constants = tuple(repr(each) for each in code.co_consts if not isinstance(each, CodeType))
    return code.co_name, code.co_code, code.co_names, code.co_exceptiontable, constants
