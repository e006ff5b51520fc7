"""A plan of the bars to come, made before the first note: chords, sections, and who plays.

    harmony.py      the chord of each bar, as a degree of the key
    chord_model.py  how likely a chord is after others, at its place in a phrase; saved with a model
    files.py        the name of its file, and how large it may be
    counting.py     makes a chord model of songs
    motion.py       how much harmony moves: longest stay, different roots, moves
    sections.py     the letters of a piece's phrases, and of those to come
    departures.py   which rows leave a phrase that came twice
    riffs.py        what a part plays again and again, and for how long it goes on
    entrances.py    which parts play in the phrases to come
    grooves.py      what drums play beside other parts
    planner.py      proposes plans and chooses those that move as real songs do

A network that draws note by note looks one bar ahead, and the most likely chord is mostly the one
that sounds. A plan takes that decision for eight or sixteen bars at once.

May import music and the rooms below it. Knows no tokens, no network, no messages.
"""
