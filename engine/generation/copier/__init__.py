"""An n-gram cache of the piece: it guesses the next id by what followed the same ids before.

`ids.py` finds runs of ids, all parts together; `voices.py` finds runs of notes of each part by
itself; `copier.py` takes the surer of both and weighs it against the rules.
"""
