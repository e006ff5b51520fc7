"""Playing together: two at one keyboard, and a memory that is warm all the time.

`ruler` says what bars are, `listening` keeps the model's memory at what was played, `answers` draws
what Segue would play from a place on, in slices, `phrase_ends` tells when somebody has finished,
`conversation` decides who plays where they take turns, `accompaniment` plays along, and `session`
puts them together: events and the time in, plans out.

The clock is an argument everywhere. Nothing here knows pipes, processes or ports.
"""
