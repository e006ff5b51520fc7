"""Families of instruments, as charts name them."""

from engine.messages import LibraryPiece

# General MIDI's families of eight programs, shortened as a chart needs it.
FAMILIES = (
    "Pno", "Bell", "Org", "Gtr", "Bass", "Str", "Ens", "Brass",
    "Reed", "Flute", "Lead", "Pad", "FX", "World", "Perc", "SFX",
)  # fmt: skip
DRUMS = "Dr"


def families_of(piece: LibraryPiece) -> frozenset[str]:
    """Return the families that a piece has parts for."""
    families = {FAMILIES[min(127, max(0, program)) // 8] for program in piece.programs}
    return frozenset(families | {DRUMS} if piece.drums else families)
