"""The messages that start a jam, made from the user's choices."""

from collections.abc import Sequence

from app.state.jam_record import FIRST_OTHER
from app.values.jam_choices import LOWEST_KEY, SOFT, SUSTAIN, JamChoices, voice_of
from engine import messages
from engine.request import Request
from engine.values.score import Score, Track

# Candidates for each answer.
_ROWS = 2
# A key or a controller that does not exist.
_NOBODY = -1


def frame_of(choices: JamChoices, others: Sequence[str] = ()) -> Score:
    """Return the empty score of a jam: the tracks "Me" and "Segue", tempo and meter.

    Args:
        choices: The user's choices.
        others: The inputs that further humans play; each has a track, with the sound of "Me".
    """
    me, me_drums = voice_of(choices.me)
    segue, segue_drums = voice_of(choices.segue, mine=choices.me)
    return Score(
        tracks=(
            Track(name="Me", program=me, is_drum=me_drums),
            Track(name="Segue", program=segue, is_drum=segue_drums),
            *(Track(name=port, program=me, is_drum=me_drums) for port in _most(others)),
        ),
        tempos=(choices.tempo,),
        time_signatures=(choices.meter,),
    )


def start_of(choices: JamChoices, ask: Request, others: Sequence[str] = ()) -> messages.StartJam:
    """Return the message that starts a jam in the live process.

    Args:
        choices: The user's choices.
        ask: How Segue draws.
        others: The inputs that further humans play.
    """
    me, me_drums = voice_of(choices.me)
    segue, segue_drums = voice_of(choices.segue, mine=choices.me)
    return messages.StartJam(
        mode=choices.mode,
        me=messages.JamVoice(track=0, program=me, is_drum=me_drums),
        segue=messages.JamVoice(track=1, program=segue, is_drum=segue_drums),
        numerator=choices.numerator,
        denominator=choices.denominator,
        bpm=float(choices.bpm),
        ticks_per_quarter=Score().ticks_per_quarter,
        time="beat" if choices.has_beat else "free",
        bars=choices.turn_bars,
        hears_ends=choices.hears_ends,
        rows=_ROWS,
        ask=ask,
        others=tuple(
            messages.JamVoice(track=track, program=me, is_drum=me_drums, port=port, name=port)
            for track, port in enumerate(_most(others), FIRST_OTHER)
        ),
    )


def _most(others: Sequence[str]) -> Sequence[str]:
    return others[: messages.MOST_OTHERS]


def settings_of(choices: JamChoices, frame: Score, *, learned: int) -> messages.SetJam:
    """Return the message that starts a jam in the player.

    Args:
        choices: The user's choices.
        frame: The empty score.
        learned: The controller that hands over, or -1.
    """
    pedal = {"sustain": SUSTAIN, "soft": SOFT}.get(choices.hand_over_by, _NOBODY)
    beat = 4 * frame.ticks_per_quarter // choices.denominator
    return messages.SetJam(
        yields=not choices.both,
        hand_over_key=LOWEST_KEY if choices.hand_over_by == "lowest" else _NOBODY,
        hand_over_control=pedal if pedal >= 0 else learned,
        grid=beat if choices.has_beat else 0,
        rests=True,
    )
