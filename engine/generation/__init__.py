"""How music is drawn: one request, one plan, one loop, for all callers.

A continuation in the window, `segue continue`, the samples of an evaluation and of a training run,
and the demo are all drawn here, so the music that is measured is the music that is heard.

    plan.py       everything that a model, a piece and a request decide before the first id
    reading/      the ids that the model reads, the rows that go on from there, and what the piece
                  was like before the start
    rules/        how logits are shaped: `RULES` is the list, in order
    priors.py     the strengths of all rules, one value for each model
    copier/       what the piece did before, mixed in as a guess with a probability
    state/        where a row stands: bar and tick, what sounds, what was emitted
    row.py        one alternative: its state, its rules, its copier, its sampler
    draw.py       the loop in rounds, all rows in one buffer (rows, vocabulary)
    wishes.py     what each wish asks of the rules, a table
    choose/       which of the drawn rows are offered
    filling.py    gaps of any size, piece by piece

A round gives each row its next id. The network's logits of all rows are one NumPy buffer; each rule
changes its row in place, at the places where it has something to say; the sampler truncates, mixes
in the copier's guess and draws for all rows at once, of the ids that some row may draw. None of
this calls PyTorch. A rule may refuse an id that was drawn, or have other ids said first.

May import tokens, model, copying and the rooms below them. Does not know messages, processes,
clocks, ports or Qt.
"""
