"""Families of instruments, as charts name them."""

# General MIDI's families of eight programs, shortened as a chart needs it.
FAMILIES = (
    "Pno", "Bell", "Org", "Gtr", "Bass", "Str", "Ens", "Brass",
    "Reed", "Flute", "Lead", "Pad", "FX", "World", "Perc", "SFX",
)  # fmt: skip
DRUMS = "Dr"
_PROGRAMS_OF_FAMILY = 8


def instruments_text(programs: tuple[int, ...], *, drums: bool) -> str:
    """Return the families of some General MIDI programs in few letters, each once."""
    families = dict.fromkeys(FAMILIES[program // _PROGRAMS_OF_FAMILY] for program in programs)
    return ", ".join((*families, DRUMS) if drums else families)
