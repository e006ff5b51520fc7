"""Made against real: figures of passages, the distance, and pictures."""

from dataclasses import replace

import pytest

from benchmarks.evaluation.against_real import (
    Song,
    by_collection,
    distance,
    distance_interval,
    halves,
    lags_of,
    mean_interval,
    other_songs,
    pair_of,
    pairs_of,
    table_of,
)
from benchmarks.evaluation.likeness import (
    FIGURES,
    figures_of,
    figures_taken_up,
    in_key,
    kit_kept,
    likeness_back,
    likeness_by_lag,
    mute,
    note_lengths,
    notes_a_bar,
    parts_a_bar,
    pitch_classes,
    register_kept,
)
from benchmarks.evaluation.passages import (
    Passage,
    borrowed,
    continued,
    passage_of,
    spread,
    with_following,
)
from benchmarks.pages.side_by_side import draw_side_by_side
from engine.request import PartNote
from engine.values.score import Note, Score, TimeSignature, Track

BAR = 4 * 480
TUNE = (60, 62, 64, 65, 67, 69, 71, 72)


def bar_of(number, pitches=TUNE, length=240):
    return [Note(number * BAR + index * 240, pitch, length) for index, pitch in enumerate(pitches)]


def beats_of(number, drums=(36, 42, 38, 42)):
    return [Note(number * BAR + index * 480, drum, 60) for index, drum in enumerate(drums)]


def band(*, bars=24, tune=TUNE):
    """A tune with a bass and drums, each bar the same."""
    numbers = range(bars)
    return Score(
        tracks=(
            Track(name="tune", notes=tuple(n for bar in numbers for n in bar_of(bar, tune))),
            Track(name="bass", notes=tuple(Note(bar * BAR, 36, BAR) for bar in numbers)),
            Track(name="drums", is_drum=True, notes=tuple(n for b in numbers for n in beats_of(b))),
        )
    )


def parts(track, notes):
    return [PartNote(track, note) for note in notes]


def following(*notes):
    """The band's eight bars with other notes after them."""
    return with_following(passage_of(band()), notes)


def song(name, score, collection="bands"):
    return Song(name=name, collection=collection, passage=passage_of(score))


def the_same_again(score, start, bars, seed):
    """A model that plays the bars before once more."""
    del seed
    begin = start - bars * BAR
    return [
        PartNote(index, replace(note, start=note.start + 8 * BAR + lap * 8 * BAR))
        for lap in range(bars // 8)
        for index, note in score.notes()
        if begin <= note.start
    ]


def test_a_passage_begins_with_the_first_note_and_needs_bars_enough():
    late = replace(band(), tracks=(Track(notes=tuple(bar_of(3) + bar_of(26))),))
    passage = passage_of(late)
    assert (passage.begin, passage.start, passage.end) == (3 * BAR, 11 * BAR, 27 * BAR)
    assert passage_of(band(bars=23)) is None
    assert passage_of(Score()) is None


def test_a_passage_nothing_follows_in_is_none():
    silent = Score(tracks=(Track(notes=(Note(0, 60, 480), Note(30 * BAR, 60, 480))),))
    assert passage_of(silent) is None


def test_bars_are_counted_where_the_meter_changes():
    meters = (TimeSignature(0, 4, 4), TimeSignature(8 * BAR, 3, 4))
    passage = passage_of(replace(band(bars=30), time_signatures=meters))
    assert passage.bars == 16
    assert passage.end - passage.start == 16 * 3 * 480


def test_a_model_hears_only_what_stands_before_its_start():
    heard = []

    def model(score, start, bars, seed):
        heard.append((score.end, start, bars, seed))
        return parts(0, bar_of(8))

    passage = passage_of(band())
    made = continued(passage, model, seed=7)
    assert heard == [(8 * BAR, 8 * BAR, 16, 7)]
    assert made.following.note_count == 8
    assert made.prompt == passage.prompt


def test_notes_outside_the_bars_are_left_out():
    assert following(*parts(0, bar_of(2) + bar_of(24))).following.note_count == 0


def test_the_same_music_going_on_has_all_figures_of_its_prompt():
    figures = figures_of(passage_of(band()))
    assert set(figures) == set(FIGURES)
    ones = set(FIGURES) - {"mute"}
    assert {name for name, value in figures.items() if value == pytest.approx(1.0)} == ones
    assert figures["mute"] == 0.0
    assert set(likeness_by_lag(passage_of(band())).values()) == {1.0}


def test_another_key_lies_outside_the_prompts():
    chromatic = following(*parts(0, bar_of(8, [pitch + 6 for pitch in TUNE])))
    assert in_key(chromatic) == pytest.approx(2 / 8)
    assert pitch_classes(chromatic) < 0.3


def test_other_note_lengths_are_other_lengths():
    assert note_lengths(following(*parts(0, bar_of(8, length=60)))) == 0.0


def test_figures_are_taken_up_in_any_transposition_and_not_in_other_rhythms():
    assert figures_taken_up(following(*parts(0, bar_of(8, [p + 5 for p in TUNE])))) == 1.0
    dotted = [Note(8 * BAR + [0, 360, 480, 840, 960][i], p, 120) for i, p in enumerate(TUNE[:5])]
    assert figures_taken_up(following(*parts(0, dotted))) == 0.0
    assert figures_taken_up(following()) == 0.0


def test_parts_that_change_places_leave_their_registers():
    swapped = parts(1, bar_of(8)) + parts(0, [Note(8 * BAR, 36, BAR)])
    assert register_kept(following(*swapped)) == 0.0
    # The bass plays eight notes in the prompt, and a fourth beyond it is its register still.
    assert register_kept(following(*parts(1, [Note(8 * BAR, 41, BAR)]))) == 1.0


def test_a_band_whose_drummer_goes_on_alone_is_mute():
    alone = following(*(p for bar in range(8, 24) for p in parts(2, beats_of(bar))))
    assert mute(alone) == 1.0
    assert kit_kept(alone) == pytest.approx(1.0)
    half = following(*parts(1, [Note(8 * BAR, 36, 8 * BAR)]))
    assert mute(half) == 0.5
    assert kit_kept(half) == 0.0


def test_music_without_drums_is_not_asked_for_its_kit():
    solo = passage_of(replace(band(), tracks=band().tracks[:2]))
    assert kit_kept(solo) is None
    assert mute(solo) is None
    assert not {"kit", "mute"} & set(figures_of(solo))


def test_drums_alone_are_asked_for_no_pitch():
    drummer = passage_of(replace(band(), tracks=band().tracks[2:]))
    assert set(figures_of(drummer)) == {
        "kit", "like_8", "like_1", "notes", "parts", "notes_near", "parts_near",
    }  # fmt: skip


def test_twice_the_notes_and_half_the_parts_are_ratios():
    double = [
        part
        for bar in range(8, 24)
        for part in parts(0, [Note(bar * BAR + 73 * i, 60 + i, 60) for i in range(26)])
    ]
    assert notes_a_bar(following(*double)) == pytest.approx(2.0)
    assert parts_a_bar(following(*double)) == pytest.approx(1 / 3)
    assert figures_of(following(*double))["notes_near"] == pytest.approx(0.5)


def test_likeness_looks_back_into_the_prompt():
    first = following(*parts(0, bar_of(8)))
    assert likeness_back(first, 8) == pytest.approx(8 / 13)
    assert likeness_back(following(), 8) is None


def test_bars_of_another_song_are_put_where_they_fit():
    other = passage_of(band(tune=(59, 57)).resampled(960))
    wrong = borrowed(passage_of(band()), other)
    assert wrong.following.note_count == other.following.note_count
    assert wrong.prompt == passage_of(band()).prompt
    assert figures_taken_up(wrong) < 1.0


def test_real_bars_are_at_no_distance_from_themselves():
    songs = [song(str(i), band(tune=TUNE[i:])) for i in range(4)]
    same = [pair_of(one, one.passage) for one in songs]
    assert distance(same) == 0.0
    found = distance_interval(same, resamples=20)
    assert (found.value, found.low, found.high) == (0.0, 0.0, 0.0)


@pytest.mark.slow
def test_a_model_that_repeats_is_nearer_than_one_that_is_silent():
    songs = [song(str(i), band(tune=TUNE[i:])) for i in range(4)]
    repeating = [pair for _, pair in pairs_of(songs, the_same_again)]
    silent = [pair for _, pair in pairs_of(songs, lambda *_: [])]
    assert distance(repeating) == pytest.approx(0.0)
    assert distance(silent) > 1.0
    assert distance_interval(silent, resamples=50).low > 1.0


def test_means_of_a_collection_are_compared_and_collections_count_alike():
    up, down = (song(name, band(), "one") for name in "ab")
    base = pair_of(up, up.passage)
    pairs = [
        replace(base, made={"kit": 1.0}, real={"kit": 0.8}),
        replace(pair_of(down, down.passage), made={"kit": 0.6}, real={"kit": 0.8}),
    ]
    assert distance(pairs) == pytest.approx(0.0)
    far = replace(base, collection="two", made={"kit": 0.0}, real={"kit": FIGURES["kit"].unit})
    assert distance([*pairs, far]) == pytest.approx(0.5)
    assert list(by_collection([*pairs, far])) == ["one", "two"]


def test_songs_of_one_collection_stand_in_for_each_other():
    songs = [song(str(i), band(tune=TUNE[i:])) for i in range(4)]
    pairs = list(other_songs(songs))
    assert len(pairs) == 4
    assert len(halves(pairs)) == 2
    assert not list(other_songs([songs[0], song("x", band(), "alone")]))
    assert distance(pairs) > 0.0


def test_tables_hold_what_could_be_asked_of_both():
    songs = [song(str(i), band(tune=TUNE[i:])) for i in range(3)]
    pairs = [pair for _, pair in pairs_of(songs, lambda *_: [])]
    table = table_of(pairs)
    assert table["mute"].made.value == 1.0
    assert table["kit"].real.value == pytest.approx(1.0)
    assert "in_key" not in table
    assert lags_of(pairs) == {}


def test_an_interval_holds_its_mean_and_needs_a_value():
    found = mean_interval([0.0, 1.0, 1.0, 0.0])
    assert found.value == 0.5
    assert found.low <= 0.5 <= found.high
    assert mean_interval([2.0]).low == 2.0
    with pytest.raises(ValueError, match="at least one"):
        mean_interval([])
    with pytest.raises(ValueError, match="at least one"):
        distance([])


def test_songs_are_chosen_evenly():
    passages = [passage_of(band())] * 3
    assert spread(passages, 5) == passages
    assert len(spread(passages, 2)) == 2


@pytest.mark.slow
def test_a_picture_shows_prompt_made_and_real(tmp_path):
    from PIL import Image

    real = passage_of(band())
    path = tmp_path / "picture.png"
    draw_side_by_side(real, continued(real, the_same_again), path, title="band")
    with Image.open(path) as picture:
        assert picture.width == 1600
        assert len(picture.convert("RGB").getcolors(1 << 24)) > 5
    drums = passage_of(replace(band(), tracks=band().tracks[2:]))
    draw_side_by_side(drums, drums, path, title="drums")
    assert isinstance(drums, Passage)
