"""The base of objects that own a process, a connection or a file and close it after a `with`."""

from abc import ABC, abstractmethod
from types import TracebackType
from typing import Self


class Closing(ABC):
    """A context manager whose `close` releases what the object owns."""

    @abstractmethod
    def close(self) -> object:
        """Release what the object owns."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
