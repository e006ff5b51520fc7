"""Frozen values, and pure functions on them, that `state` and `views` share. No Qt.

What the user asks of the model (`asking`), how one jams (`jam_choices`), how a MIDI keyboard is
heard (`keyboard_shape`), what has a row in the table of events (`events`), what a gesture does to
notes (`note_edits`), notes as columns of numbers (`note_columns`), and ticks to pixels
(`geometry`). The room imports `engine.music`, `engine.request` and the gate.
"""
