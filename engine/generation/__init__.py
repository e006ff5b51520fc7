"""How music is drawn: one request, one recipe, one loop, for everyone who draws.

A continuation in the window, `segue continue`, what an evaluation and a training run hear of a
model, the scripts and the demo are all made here, so that what is measured is what is heard.

Each round of the loop gives every row (one alternative) its next id. Logits go through processors
of one shape (`process(logits, draft) → logits`, where −inf forbids an id) in this order:

    gap end       in a gap's last bar what ends it is that it is full (fills alone)
    grammar       what the language of the ids allows, in the user's tracks, range and scale
    voices        no more notes at once in a track than the user wants; a tune stays a tune
    held keys     no key is struck while it is held
    chord track   the chords written over the piece are said, and no others; in a fill where none
                  are written, those that are heard in what stays
    chord tones   nothing else is struck on strong beats (where that is asked)
    consonance    beside what stays in a fill in which no chord is heard, clashes are less likely
    steering      what the sliders and the wish lean to
    bar-lag bias  what the bars 4, 8 and 16 bars ago said at this place (not in fills), most of all
                  where the piece comes back (`form.py`); what the bars said that a wish is about
    presence      who plays goes on playing, the more so the longer one lacked; bars stay as full as
                  they were
    groove        strokes that came in every bar are not passed over, and are as many notes
    standing      a bar comes as often in a row as bars of the piece did, and then another does (not
                  in fills)
    two hands     who plays low and high at once goes on in both (`hands.py`)
    registers     nobody goes far beyond where they have played, or holds notes much longer or much
                  shorter
    intervals     a tune moves as it has moved
    weariness     a pitch that its track strikes again and again is the less likely
    beside        what stays is said in its place; nothing ends before all of it was
    copy guard    no run of notes of a song the model learned from is longer than the user allows

A gap is filled by the same loop: what is read first is both its sides (`gap.py`), and a large one
is filled piece by piece, the best of so many taken of each (`filling.py`).

The sampler then cuts off what is unlikely, mixes in what the piece did before (`short_term.py`:
an echo of ids, motifs of each part), as likely as the rules leave it beside what they lean to, and
draws; each processor may refuse what was drawn, or have something else said first.

May import tokens, model, copying and what is below them. Does not know messages, processes,
clocks, ports or Qt.
"""
