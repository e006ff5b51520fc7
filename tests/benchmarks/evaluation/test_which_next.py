"""Which comes next? Foils, and choosing by likelihood."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.__main__ import main
from benchmarks.evaluation.against_real import Song
from benchmarks.evaluation.passages import passage_of
from benchmarks.evaluation.reading import reading_of
from benchmarks.measures.which_next import (
    CANDIDATES,
    Cost,
    Pick,
    choices_of,
    chosen,
    nats_a_note,
    share_right,
)
from engine.values.score import Note, Score, TimeSignature, Track

BAR = 4 * 480


def long_song(*, bars=96, up=0, meter=4):
    """Every bar another: pitches climb with the bar's number."""
    notes = tuple(
        Note(bar * BAR + beat * 480, 36 + up + (bar * 5 + beat * 2) % 48, 480)
        for bar in range(bars)
        for beat in range(4)
    )
    return Score(tracks=(Track(notes=notes),), time_signatures=(TimeSignature(0, meter, 4),))


def song(score, name="a", collection="tunes"):
    return Song(name=name, collection=collection, passage=passage_of(score))


def test_foils_come_from_elsewhere_in_the_song_behind_the_same_prompt():
    (choice,) = choices_of([song(long_song())])
    real, *foils = choice.candidates
    assert len(choice.candidates) == CANDIDATES
    assert all(foil.prompt == real.prompt for foil in foils)
    contents = {foil.following.tracks[0].notes for foil in choice.candidates}
    assert len(contents) == CANDIDATES


def test_a_short_song_borrows_from_others_of_its_collection_in_its_key():
    songs = [song(long_song(bars=24, up=up), str(up)) for up in (0, 12, 24, 36)]
    choices = list(choices_of(songs))
    assert choices
    assert all(len(choice.candidates) == CANDIDATES for choice in choices)


def test_songs_in_another_meter_or_alone_lend_nothing():
    songs = [
        song(long_song(bars=24)),
        song(long_song(bars=20, meter=3), "b"),
        song(long_song(bars=24), "c", "others"),
    ]
    assert not list(choices_of(songs))


def test_a_song_that_only_repeats_has_no_foil_of_its_own():
    bar = tuple(Note(b * BAR + i * 480, 60 + i, 480) for b in range(96) for i in range(4))
    same = replace(long_song(), tracks=(Track(notes=bar),))
    assert not list(choices_of([song(same)]))


def test_the_likeliest_is_chosen_and_counted():
    (choice,) = choices_of([song(long_song())])
    first, _, third, last = choice.candidates

    def nats(passage):
        return Cost(heard=3.0 - 2 * (passage is first), alone=1.0 + 9 * (passage is third))

    assert chosen(choice, nats) == Pick(likeliest=0, helped=2)
    assert chosen(choice, lambda p: Cost(heard=-float(p is last), alone=0.0)) == Pick(3, 3)
    found = share_right([0, 0, 2, 0])
    assert found.value == 0.75
    assert found.low < 0.75 < found.high


def test_nats_of_bars_are_those_after_the_prompt(model, tokenizer):
    nats = nats_a_note(reading_of(model, tokenizer.vocabulary), tokenizer)
    passage = passage_of(long_song(bars=24))
    cost = nats(passage)
    assert 5.0 < cost.heard < 100.0
    assert 5.0 < cost.alone < 100.0
    assert cost.heard != cost.alone
    assert nats(passage) == cost


@pytest.mark.slow
def test_the_command_asks_each_song_and_draws_nothing(
    small_folder: Path, demo_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [str(small_folder), f"demo={demo_folder}", "--songs", "0", "--split", "all"]
    assert main(["which-next", *given, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert rows
    assert all(set(row) == {"collection", "song", "likeliest", "helped"} for row in rows)
