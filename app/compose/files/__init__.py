"""The piece as a file: new, open, save, drop, and the question about unsaved work."""
