"""The form of the piece: letters of sections, written by the user or offered."""
