"""The child's side of the process boundary: one process, one role, JSON lines in and out.

May import live, training, evaluation, playback, library and what is below them. Does not know the
sender of the commands, nor Qt.
"""
