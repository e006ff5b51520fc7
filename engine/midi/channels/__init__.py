"""MIDI channels: what one sounds like at any time, and which part is written or played on which.

A MIDI channel is a state machine. Reader, writer and player all take its rules from here.
"""
