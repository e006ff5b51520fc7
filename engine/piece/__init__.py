"""The user's piece: the composition, its takes, its file on the disk, and how one is opened.

`composition` is the document as a frozen value, and `takes` are what the model offered for it.
`composition_file` reads and writes the document, within the bounds that `outline` counts, and
`origins` says in a MIDI file which notes the model made. `opening` has a child process read what
comes from outside, pieces and sound banks; `bank_marks` keeps which banks were tried.

The room imports music, requests, messages, the gate and the parent's side of a child process. It
knows neither the model nor tokens, playback, the library or Qt.
"""
