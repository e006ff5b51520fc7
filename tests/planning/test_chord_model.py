"""A chord model counts songs, knows no key, is saved and refuses what it is not."""

from dataclasses import replace

import msgspec
import numpy as np
import pytest

from engine.ground.errors import ModelFileError
from engine.harmony.keys import Key
from engine.planning.chord_model import (
    ChordModel,
    encoded,
    followers_of,
    load_chord_model,
)
from engine.planning.counting import count_chords, joined, lines_of, returns_of
from engine.planning.files import FILE_NAME
from engine.planning.harmony import (
    CHORDS,
    NONE,
    BarChords,
    chord_of,
    chords_of_bars,
    degree_of,
    key_of,
    number_of,
)
from engine.planning.motion import Motion, motion_of
from engine.planning.returning import lags_of, shares_that_return
from tests.planning.conftest import LOOP, VERSE, song

C = Key(0)


def test_a_chord_has_the_same_number_in_every_key() -> None:
    for number in range(CHORDS):
        for tonic in range(12):
            key = Key(tonic)
            assert number_of(chord_of(number, key, tick=0), key) == number
    assert degree_of(NONE) == -1


def test_the_chords_of_bars_are_found_with_those_in_their_middle() -> None:
    score = song("C | F G | Am | Dm G | C | C | C | C")
    bars = chords_of_bars(score, C, first=0, past=4)
    assert [degree_of(bar.first) for bar in bars] == [0, 5, 9, 2]
    assert [degree_of(bar.middle) for bar in bars] == [0, 7, 9, 7]


def test_songs_in_other_keys_give_the_same_counts() -> None:
    plain = song(VERSE, times=2)
    up = tuple(replace(note, pitch=note.pitch + 5) for note in plain.tracks[0].notes)
    higher = replace(plain, tracks=(replace(plain.tracks[0], notes=up),))
    assert key_of(plain) == C
    assert key_of(higher) == Key(5)
    assert count_chords([plain]).major == count_chords([higher]).major


def test_each_distribution_is_one_and_what_was_counted_is_likely() -> None:
    model = ChordModel(count_chords([song(LOOP, times=4)] * 3))
    table = model.table(minor=False)
    one, six, four = (number_of(chord_of(n, C, tick=0), C) for n in (0, 12 + 9, 5))
    for before, last in ((four, one), (one, six), (NONE, NONE), (3, 77)):
        for place in range(8):
            chances = table.after(before, last, place=place)
            assert chances.sum() == pytest.approx(1.0)
            assert (chances > 0).all()
    assert table.after(one, six, place=2).argmax() == four
    assert table.after(one, six, place=2)[four] > 0.5
    assert table.middle(one).sum() == pytest.approx(1.0)


def test_motion_is_longest_stay_roots_moves_and_closes() -> None:
    assert motion_of([0, 0, 5, 7, 0, 0, 0, 7], [3, 7]) == Motion(3.0, 3.0, 4 / 7, 1.0)
    assert motion_of([NONE, NONE], [1]) == Motion(2.0, 0.0, 0.0, 0.0)


def test_a_block_returns_with_its_roots_or_all_of_them_but_one() -> None:
    score = song("C | Am | F | G | D | E | A | E | C | Am | F | C | D | G | C | F")
    bars = chords_of_bars(score, C, first=0, past=16)
    assert list(lags_of(bars)) == [0, 2, 0]
    assert not list(lags_of(bars[:7]))


@pytest.mark.parametrize("known", [0, 3, 4, 8, 21])
def test_rows_return_as_often_as_their_lags_say(known: int) -> None:
    chords = np.random.default_rng(known).integers(0, 2, (40, known + 16))
    chords[:, :known] = chords[0, :known]
    found = shares_that_return(chords[0, :known].tolist(), chords[:, known:])
    new = [
        list(lags_of([BarChords(chord, chord) for chord in row]))[max(0, known // 4 - 1) :]
        for row in chords.tolist()
    ]
    assert found.tolist() == [np.count_nonzero(lags) / len(lags) for lags in new]


def test_songs_that_differ_spread_the_chance_of_returns() -> None:
    alike = returns_of([[1, 1, 0, 0, 1, 0]] * 20)
    unlike = returns_of([[1] * 6] * 10 + [[0] * 6] * 10)
    assert alike.again / (alike.again + alike.fresh) == pytest.approx(0.5)
    assert unlike.again + unlike.fresh < alike.again + alike.fresh
    assert returns_of([]).lags


def test_a_line_gives_back_what_it_was_made_of() -> None:
    rng = np.random.default_rng(0)
    windows = []
    for _ in range(200):
        stay, roots = rng.integers(1, 9, 2).tolist()
        before = Motion(float(stay), float(roots), float(rng.random()), 0.5)
        windows.append((before, Motion(1.0 + before.stay, 2.0, before.moves / 2, 0.25)))
    stay, roots, moves, closes = lines_of(windows)
    assert stay.weights == pytest.approx((1.0, 0.0, 0.0, 1.0), abs=0.01)
    assert roots.weights[3] == pytest.approx(2.0, abs=0.01)
    assert moves.weights[2] == pytest.approx(0.5, abs=0.01)
    assert closes.weights[3] == pytest.approx(0.25, abs=0.01)
    assert lines_of([])


def test_a_model_is_saved_as_it_is_and_a_folder_may_have_none(tmp_path) -> None:
    counts = count_chords([song(VERSE, times=3)])
    assert load_chord_model(tmp_path) is None
    (tmp_path / FILE_NAME).write_bytes(encoded(counts))
    loaded = load_chord_model(tmp_path)
    assert loaded is not None
    assert loaded.counts == counts


@pytest.mark.parametrize(
    "change",
    [
        {"major": {"followers": [[0, 0, [[0, CHORDS, 1]]]]}},
        {"major": {"followers": [[0, 0, [[8, 0, 1]]]]}},
        {"major": {"middles": [[0, 1, 0]]}},
        {"returns": {"again": 0.0, "fresh": 1.0, "lags": [1.0]}},
        {"motion": []},
    ],
)
def test_what_is_out_of_range_is_refused_in_a_sentence(tmp_path, change) -> None:
    whole = msgspec.to_builtins(count_chords([song(VERSE, times=3)]))
    (tmp_path / FILE_NAME).write_bytes(msgspec.json.encode(whole | change))
    with pytest.raises(ModelFileError, match=r"chords\.json"):
        load_chord_model(tmp_path)


def test_counts_stand_by_the_two_chords_before_them_and_none_is_lost() -> None:
    counts = count_chords([song(VERSE, times=3), song(LOOP, times=4)]).major
    bars = list(counts.bars)
    assert bars == sorted(set(bars))
    assert len({(each.before, each.last) for each in counts.followers}) == len(counts.followers)
    assert len(counts.followers) < len(bars)
    assert followers_of(bars) == counts.followers


@pytest.mark.slow
def test_counts_of_a_base_and_of_own_songs_add_up() -> None:
    base, own = count_chords([song(VERSE, times=3)]), count_chords([song(LOOP, times=4)])
    both = joined(base, own)
    assert sum(count for *_, count in both.major.bars) == sum(
        count for counts in (base, own) for *_, count in counts.major.bars
    )
    assert both.major.unchanged == base.major.unchanged + own.major.unchanged
    # Too few songs to say how harmony moves.
    assert both.returns == base.returns
    many = count_chords([song(VERSE, times=65)] * 2 + [song(LOOP, times=2)] * 40)
    assert joined(base, many).returns == many.returns != base.returns


def test_songs_without_pitched_notes_count_nothing() -> None:
    assert count_chords([]).is_empty
    assert count_chords([song("C", times=1)]).is_empty
