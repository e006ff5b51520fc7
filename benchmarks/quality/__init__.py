"""What each rule of drawing is worth for a model, on songs that nobody chose by.

command.py      `python -m benchmarks ablate`
songs.py        places in songs to go on from
variants.py     the machine that draws, whole and without one rule
forced.py       how likely each variant finds the bars that really follow
drawing.py      what each variant draws, and the time that it takes
figures.py      figures of drawn and of real bars
harmony.py      the chord of each bar, and how chords move
controls.py     senseless music, which must lose
statistics.py   intervals by bootstrap over songs
ablation.py     the run: a record of each song, kept on disk as soon as it is there
tables.py       the records as tables
strengths.py    `python -m benchmarks fit`: the strengths that fit a model best
"""
