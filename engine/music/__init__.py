"""Music as frozen values: notes, tracks, scores, time, bars, keys; reading and writing `.mid`.

May import errors. Does not know tokens, tensors, ports or Qt.
"""
