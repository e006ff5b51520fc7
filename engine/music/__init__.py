"""Music as frozen values: scores, time, bars, keys, chords; reading and writing `.mid`.

May import errors. Does not know tokens, tensors, ports or Qt.
"""
