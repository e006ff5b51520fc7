"""Sing, whistle or play into the microphone: notes are found, corrected and used."""
