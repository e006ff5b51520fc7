"""The window measured: its start, the piano roll, and what keeps it from answering."""
