"""Random stories of the player: whatever happens, all that it began is ended."""

import os
import random

import pytest

from engine.messages import (
    AddNotes,
    Panic,
    PartNote,
    Play,
    Seek,
    SetLoop,
    SetMetronome,
    SetMix,
    SetScore,
    SetTempoFactor,
    SoundNote,
    Stop,
    TrackMix,
)
from engine.playback.player.player import Player
from engine.playback.ports.outputs import RecordingOutput, unbalanced
from engine.values.score import Control, Note, Track
from tests.playback.stage import FakeClock, Stage, piece


@pytest.mark.slow
def test_whatever_happens_in_whatever_order_nothing_is_left_sounding() -> None:
    """Random stories with random endings; by hand with SEGUE_ENDINGS=5000."""
    for seed in range(int(os.environ.get("SEGUE_ENDINGS", "100"))):
        dice = random.Random(seed)  # noqa: S311 - no secrets here
        _random_story(dice, FakeClock())


def _random_story(dice: random.Random, clock: FakeClock) -> None:
    output = RecordingOutput(clock=clock)
    player = Player(lambda _: None, clock=clock)
    player.attach(output)
    stage = Stage(clock, output, player)
    outputs = [output]
    player.handle(_random_piece(dice))
    player.handle(Play(tick=dice.randrange(2000)))
    for _ in range(dice.randrange(1, 12)):
        stage.run(dice.random() * 0.4)
        _random_act(dice, player)
        if dice.random() < 0.1:
            outputs.append(RecordingOutput(clock=clock))
            player.attach(outputs[-1])
    stage.run(dice.random())
    ending = dice.choice([Stop(), Panic(), None])
    if ending is None:
        player.close()
    else:
        player.handle(ending)
    for one in outputs:
        assert unbalanced(one.messages) == []
        sustained = [m[2] for m in one.messages if m[0] & 0xF0 == 0xB0 and m[1] == 64]
        assert sustained[-1:] in ([], [0])


def _random_piece(dice: random.Random) -> SetScore:
    tracks = [
        Track(
            program=dice.randrange(128),
            is_drum=dice.random() < 0.2,
            controls=(Control(dice.randrange(900), 64, 127),),
        ).with_notes(
            Note(dice.randrange(4000), dice.randrange(55, 65), dice.randrange(1, 2000))
            for _ in range(dice.randrange(30))
        )
        for _ in range(dice.randrange(1, 20))
    ]
    return piece(*tracks)


def _random_act(dice: random.Random, player: Player) -> None:
    mix = tuple(
        TrackMix(
            mute=dice.random() < 0.3,
            solo=dice.random() < 0.1,
            channel=dice.choice([-1, -1, 3]),
            offset_s=dice.choice([0.0, -0.1, 0.1]),
        )
        for _ in range(20)
    )
    note = Note(dice.randrange(6000), dice.randrange(55, 65), 900)
    acts = [
        _random_piece(dice),
        SetMix(mix=mix),
        Seek(tick=dice.randrange(3000)),
        SetLoop(start=dice.randrange(500), end=dice.randrange(1500)),
        SetTempoFactor(factor=dice.choice([0.5, 1.0, 3.0])),
        SetMetronome(enabled=dice.random() < 0.5, count_in_bars=1),
        AddNotes(notes=(PartNote(0, note),), more=dice.random() < 0.5),
        SoundNote(pitch=60, velocity=9, program=dice.randrange(3), is_drum=False, on=True),
        Play(tick=dice.randrange(3000)),
    ]
    player.handle(dice.choice(acts))
