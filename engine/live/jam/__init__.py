"""Playing together: a human and Segue at one keyboard.

`bar_grid` knows bars and beats, `memory` keeps the model's memory up to date with what is played,
`answers` draws what Segue may play, `scale` keeps it to the key of a few notes, `phrase_ends`
detects ends of phrases, `turn_taking` decides who plays in modes with turns, `accompaniment` plays
along, and `session` connects them.

The clock is an argument everywhere. Nothing here knows pipes, processes or ports.
"""
