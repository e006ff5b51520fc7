"""The file of a chord model in a model's folder: its name, and how large it may be. No NumPy."""

from engine.gate.documents import DocumentBounds

FILE_NAME = "chords.json"
# Limits for a damaged file of counts.
MOST = DocumentBounds(text_bytes=4 << 20, containers=200_000, values=1_000_000)
