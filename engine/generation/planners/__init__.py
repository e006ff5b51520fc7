"""Planners: what a request has beside its notes, each in a module of its own.

A planner is a function `of(plan)`. It returns None, or nothing, where the request has no such
thing. It answers once for each request (`planner.py`), when the first rule, row or other planner
asks. A new planner is a module with `of`, and a row in `PLANNERS`.
"""

from engine.generation.planners import (
    bass,
    chords,
    context,
    departures,
    drums,
    endings,
    entrances,
    new_parts,
    replaced,
    riffs,
    sections,
    theme,
    tune,
    under_tune,
)

PLANNERS = (
    sections.of,  # the form that the user asks for
    riffs.of,  # what each part plays again and again
    departures.of,  # new bars after a phrase that came twice
    theme.of,  # the beginning of the piece, which may come again
    endings.of,  # the chords of an end
    chords.of,  # the chords of each row
    tune.of,  # the tune, which its chords leave free
    bass.of,  # the part that plays lowest
    entrances.of,  # which parts play
    context.of,  # the notes beside a gap
    context.chords,  # and their chords
    drums.of,  # the drums of a gap
    new_parts.of,  # parts without notes
    new_parts.added,  # parts that are added to others
    under_tune.of,  # the chords of those under a tune alone
    replaced.of,  # notes that stood there before
)
