"""Draws music: one request, one plan and one loop for all callers.

The window, `segue continue`, the demo and the samples of evaluations and training runs all draw
with this package, so measurements are of the same music that the user hears.

    plan.py       what is read: the piece, the request, the prompt, parts, voices, grammar
    planners/     what is planned before the first id: chords, form, entrances, drums: `PLANNERS`
    reading/      the prompt, the rows in the decoder, and statistics of the piece before the start
    rules/        rules that change logits: `RULES` is the list, in order
    priors.py     the strengths of all rules, one value for each model
    copier/       an n-gram cache of the piece, which guesses the next id
    state/        the state of a row: bar and tick, sounding notes, ids so far
    touch.py      how the parts were played, which is given to the notes that are drawn
    row.py        one alternative: its state, its rules, its copier, its sampler
    draw.py       the loop in rounds, all rows in one buffer (rows, vocabulary)
    wishes.py     the targets of each wish in each bar
    choose/       ranks the rows
    filling.py    fills gaps of any size, piece by piece

A round gives each row its next id. The network's logits of all rows are one NumPy buffer. Each rule
changes its row in place, at the kinds of places that it names. The sampler truncates, mixes in the
copier's guess and draws one id for each row. None of this calls PyTorch. A rule may refuse an id
that was drawn, or let other ids come first.

May import tokens, model, copying and the rooms below them. Does not know messages, processes,
clocks, ports or Qt.
"""
