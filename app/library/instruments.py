"""Families of instruments, as charts name them."""

# General MIDI's families of eight programs, shortened as a chart needs it.
FAMILIES = (
    "Pno", "Bell", "Org", "Gtr", "Bass", "Str", "Ens", "Brass",
    "Reed", "Flute", "Lead", "Pad", "FX", "World", "Perc", "SFX",
)  # fmt: skip
DRUMS = "Dr"
