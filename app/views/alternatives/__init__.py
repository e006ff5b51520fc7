"""The offered alternatives: `strip.AlternativesStrip`, a row of cards A to H."""
