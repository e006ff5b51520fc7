"""Hears notes in recordings of sound."""
