"""A pipe of this process on Windows, read and written by overlapped operations.

Qt opens the pipes of a child for overlapped operations. A plain read of such a pipe waits for the
pipe itself, and any other operation on it can end that wait too soon (documentation of `ReadFile`):
a query of `os.fstat`, or the start of a child that inherits the pipe. Under Wine the read fails
then with ERROR_IO_PENDING. An overlapped operation waits for an event of its own. Pipes of
`subprocess` take both kinds.
"""

import io
import sys

if sys.platform == "win32":
    import _winapi
    import msvcrt

    class OverlappedPipe(io.RawIOBase):
        """One end of a pipe; a thread that reads or writes waits for nothing else.

        Args:
            descriptor: A file descriptor of a pipe.
        """

        def __init__(self, descriptor: int) -> None:
            self._descriptor = descriptor
            self._handle = msvcrt.get_osfhandle(descriptor)

        def fileno(self) -> int:
            """Return the descriptor."""
            return self._descriptor

        def readable(self) -> bool:
            """Return whether the pipe can be read; if it cannot, a read raises OSError."""
            return True

        def writable(self) -> bool:
            """Return whether the pipe can be written; if it cannot, a write raises OSError."""
            return True

        def readinto(self, buffer: bytearray | memoryview) -> int:
            """Wait for data; return the number of bytes, 0 if the other end is closed.

            Raises:
                OSError: The pipe cannot be read.
            """
            target = memoryview(buffer).cast("B")
            try:
                operation, _ = _winapi.ReadFile(self._handle, len(target), overlapped=True)
                count, _ = operation.GetOverlappedResult(True)  # noqa: FBT003 - it has no name
            except BrokenPipeError:
                return 0
            target[:count] = operation.getbuffer() or b""
            return count

        def write(self, data: bytes | bytearray | memoryview) -> int:
            """Wait until data is written; return the number of bytes.

            Raises:
                OSError: The other end is closed, or the pipe cannot be written.
            """
            operation, _ = _winapi.WriteFile(self._handle, data, overlapped=True)
            count, _ = operation.GetOverlappedResult(True)  # noqa: FBT003 - it has no name
            return count
