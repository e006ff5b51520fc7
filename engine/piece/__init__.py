"""The user's piece: the composition, its takes, its file, and the opening of untrusted files.

`composition` is the document as a frozen value, `takes` are the model's offers for it.
`composition_file` reads and writes the document within the bounds of `outline`; `origins` marks in
a MIDI file the notes that the model made. `opening` lets a child process read untrusted pieces and
sound banks.

May import music, requests, messages, the gate and the parent's side of a child process. Does not
know the model, tokens, playback, the library or Qt.
"""
