"""The child's side of the door: one process, one role, JSON lines in and out.

May import live, training, evaluation, playback, library and what is below them. Does not know who
sends the commands, nor Qt.
"""
