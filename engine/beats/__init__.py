"""Find beats and bars in music that was played without a click.

`notes` puts the notes of a score in seconds and `features` describes each fiftieth of a second.
`network` gives the probability of a beat in each, and of a bar line and of triple time at a beat.
`tracking` chooses the most probable regular beats, `bars` the meter, `one_voice` both for a tune
that nothing accompanies. `finding` does all of this,
`following` for what is being played; `two_tempos` tells players who have no common beat.
`regrid` gives a score the beats found without moving a note in time.

May import `music`, `paths`, `errors`.
"""
