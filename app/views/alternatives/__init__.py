"""The offered alternatives: `strip.AlternativesStrip`, a row of cards 1 to 8."""
