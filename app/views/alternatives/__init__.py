"""The alternatives that are offered: `strip.AlternativesStrip`, a row of cards A to H."""
