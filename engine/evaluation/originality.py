"""How much of some music is found, note for note, in the songs a model learned from.

The fingerprints themselves live in `engine.copying`, because importing makes them and sampling
obeys them; these are their names for evaluation.
"""

from engine.copying.fingerprints import Fingerprints, Match, Originality, Passage
from engine.copying.windows import WINDOW, windows

__all__ = ["WINDOW", "Fingerprints", "Match", "Originality", "Passage", "windows"]
