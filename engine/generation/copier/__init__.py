"""What the piece did before in the same situation, as a guess with a probability.

`ids.py` finds runs of ids, all parts together; `voices.py` finds runs of notes of each part by
itself; `copier.py` takes the surer of both and weighs it against the rules.
"""
