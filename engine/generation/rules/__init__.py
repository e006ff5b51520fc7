"""The rules of drawing, in the order in which they shape logits.

`RULES` is the list. Each rule says in `of` whether a plan needs it. A new rule is a class with `of`
and a row here; one that lowers pitches is a `PitchCost`.
"""

from collections.abc import Container

from engine.generation.plan import Plan
from engine.generation.rules.consonance import Consonance
from engine.generation.rules.context import ContextNotes
from engine.generation.rules.drumming import PlannedDrums
from engine.generation.rules.entering import EnteringPart
from engine.generation.rules.harmony import (
    Cadence,
    CadenceTones,
    ChordTones,
    ChordTrack,
    FinalChord,
)
from engine.generation.rules.legal import CopyLimit, GapEnd, GrammarMask, NoRetrigger, VoiceLimit
from engine.generation.rules.new_part import NewPart
from engine.generation.rules.part_entrances import PartEntrances
from engine.generation.rules.planned import PlannedChords, PlannedTones
from engine.generation.rules.remembered import RememberedNotes
from engine.generation.rules.repetition import BarLags, RecalledBars, WishedBars
from engine.generation.rules.rewritten import Rewritten
from engine.generation.rules.riffs import KeptRiffs
from engine.generation.rules.rule import Rule
from engine.generation.rules.silence import SilentBars
from engine.generation.rules.unison import Unison
from engine.ground.cancelling import look_up

RULES = (
    GapEnd,  # a gap ends with its last bar
    GrammarMask,  # the grammar, in the user's tracks, range and scale
    VoiceLimit,  # a track plays no more notes at once than it may
    NoRetrigger,  # a held key is not struck
    Cadence,  # a wish for an end says its chords
    CadenceTones,  # and strikes their tones on strong beats
    FinalChord,  # the last bar of an end is one chord
    ChordTrack,  # written chords are emitted
    ChordTones,  # and held to on strong beats, where that is asked
    PlannedChords,  # chords of the plan are emitted
    PlannedTones,  # and leaned to
    PlannedDrums,  # drums beside other parts keep a beat
    Consonance,  # clashes with the context of a gap are less likely
    NewPart,  # a part without notes plays what its instrument plays
    EnteringPart,  # a part that comes in plays in its register
    Rewritten,  # bars that are written again get other notes
    Unison,  # parts double one another as often as in the piece
    BarLags,  # bars 4, 8 and 16 bars ago, and returning phrases
    RecalledBars,  # bars to which the plan returns
    KeptRiffs,  # parts go on with what they play again and again
    WishedBars,  # the bars that a wish names
    PartEntrances,  # parts come in and rest by the plan
    SilentBars,  # the piece goes on sounding
    ContextNotes,  # notes that stay are emitted in their places
    CopyLimit,  # no long copies of learned songs
    RememberedNotes,  # and no tune of a piece that is read first
)


def rules_of(plan: Plan, *, without: Container[type[Rule]] = ()) -> tuple[Rule, ...]:
    """Return the rules of a plan, in their order.

    Args:
        plan: The request's.
        without: Rules that are left out, to measure what they are worth.
    """
    rules: list[Rule] = []
    for each in RULES:
        look_up()
        if each not in without and (rule := each.of(plan)) is not None:
            rules.append(rule)
    return tuple(rules)
