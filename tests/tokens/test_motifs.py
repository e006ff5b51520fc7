"""What a part did before after the same notes, whatever the others do meanwhile."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.music.midifile import read_midi
from engine.music.score import Note, Score, Track
from engine.paths import demo_pieces
from engine.tokens.motif_odds import LONGEST, Lag
from engine.tokens.motifs import Guess, Motifs
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import TokenKind

TOKENIZER = Tokenizer()
VOCABULARY = TOKENIZER.vocabulary
BAR, BEAT = 1920, 480
# Eight notes of a tune; no three of them in a row come twice.
TUNE = (60, 64, 62, 67, 65, 60, 69, 64)
NAMES = VOCABULARY.names


def ids_of(*tracks: Sequence[Note], drums: bool = False) -> list[int]:
    """Return the ids of a piece without chords, which the tests would have to tell apart."""
    parts = tuple(Track(notes=tuple(sorted(notes)), is_drum=drums) for notes in tracks)
    ids = TOKENIZER.encode(Score(tracks=parts)).ids.tolist()
    return [token for token in ids if VOCABULARY.kinds[token] != TokenKind.CHORD]


def tune(start: int, *, by: int = 0, velocity: int = 80) -> list[Note]:
    return [Note(start + i * BEAT, p + by, BEAT, velocity) for i, p in enumerate(TUNE)]


def cut_before(ids: list[int], name: str, *, after_bar: int) -> list[int]:
    """Return the ids up to the first of a name in or after a bar, counted from 0."""
    bars = [index for index, token in enumerate(ids) if token == VOCABULARY.bar]
    return ids[: next(i for i in range(bars[after_bar], len(ids)) if NAMES[ids[i]] == name)]


def guess_after(ids: Sequence[int]) -> Guess | None:
    return Motifs(VOCABULARY, ids).guess()


def test_a_tune_that_has_begun_again_goes_on_as_it_did() -> None:
    ids = ids_of([*tune(0), *tune(4 * BAR)])
    found = guess_after(cut_before(ids, "Pitch_65", after_bar=5))
    assert found is not None
    assert NAMES[found.token] == "Pitch_65"
    assert found.run == 4
    assert not found.moved


def test_it_comes_back_over_another_accompaniment_and_louder() -> None:
    below = [Note(i * BAR // 8, 36 + (i * i) % 11, 120) for i in range(32)]
    other = [Note(4 * BAR + i * BAR // 3, 40 + i, 120) for i in range(6)]
    ids = ids_of([*tune(0), *tune(4 * BAR, velocity=120)], [*below, *other])
    found = guess_after(cut_before(ids, "Pitch_67", after_bar=4))
    assert found is not None
    assert (NAMES[found.token], found.run) == ("Pitch_67", 3)


def test_in_another_key_it_goes_on_by_intervals() -> None:
    ids = ids_of([*tune(0), *tune(4 * BAR, by=5)])
    found = guess_after(cut_before(ids, "Pitch_70", after_bar=5))
    assert found is not None
    assert (NAMES[found.token], found.moved) == ("Pitch_70", True)


def test_another_rhythm_is_another_figure() -> None:
    slower = [Note(4 * BAR + 2 * i * BEAT, pitch, BEAT) for i, pitch in enumerate(TUNE)]
    found = guess_after(cut_before(ids_of([*tune(0), *slower]), "Pitch_65", after_bar=4))
    assert found is None or found.run == 1


def test_place_part_and_length_come_back_too() -> None:
    ids = ids_of([*tune(0), *tune(4 * BAR)], [Note(BAR * i, 40, BAR) for i in range(6)])
    again = cut_before(ids, "Pitch_67", after_bar=4)
    whole = ids[len(again) :]
    motifs, right = Motifs(VOCABULARY, again), 0
    for token in whole:
        found = motifs.guess()
        right += found is not None and found.token == token
        motifs.push(token)
    kinds = [TokenKind(VOCABULARY.kinds[token]) for token in whole]
    # All but the meters, which nobody draws.
    assert right >= len(whole) - kinds.count(TokenKind.METER) - 1


def test_what_is_closed_repeats_nothing_that_it_hears_later() -> None:
    ids = ids_of([*tune(0), *tune(4 * BAR)])
    bars = [index for index, token in enumerate(ids) if token == VOCABULARY.bar]
    closed = Motifs(VOCABULARY, ids[: bars[1]]).closed()
    for token in cut_before(ids, "Pitch_65", after_bar=5)[bars[1] :]:
        closed.push(token)
    # The first bar held four notes; after the fourth of them nothing is known.
    assert closed.guess() is None


def test_drums_have_no_length() -> None:
    pattern = [Note(i * BEAT, pitch, 60) for i, pitch in enumerate((36, 42, 38, 46) * 4)]
    ids = ids_of(pattern, drums=True)
    motifs = Motifs(VOCABULARY, ids[:-1])
    found = motifs.guess()
    assert found is not None
    assert found.kind == TokenKind.VELOCITY
    motifs.push(ids[-1])
    found = motifs.guess()
    assert found is not None
    assert found.kind == TokenKind.BAR


def odds(kind: TokenKind, run: int, lag: Lag = Lag.ANY, *, moved: bool = False) -> float:
    return Guess(0, kind, run, lag, moved).odds


def test_the_surer_the_longer_the_run_up_to_a_bound() -> None:
    by_run = [odds(TokenKind.PITCH, run) for run in range(1, LONGEST + 1)]
    assert by_run == sorted(by_run)
    assert by_run[0] < by_run[3] < by_run[7]
    assert odds(TokenKind.POSITION, 9, moved=True) == 0
    assert odds(TokenKind.METER, 9) == 0


def test_what_stood_whole_phrases_ago_is_surer() -> None:
    any_, bars, phrases = (odds(TokenKind.PITCH, 4, lag) for lag in Lag)
    assert any_ < bars < phrases
    ids = ids_of([*tune(0), *tune(4 * BAR + BAR // 2), *tune(8 * BAR)])
    found = guess_after(cut_before(ids, "Pitch_65", after_bar=9))
    assert found is not None
    assert (NAMES[found.token], found.lag) == ("Pitch_65", Lag.PHRASES)


@pytest.mark.parametrize("piece", ["ode-to-joy", "blue-hour", "morning-pages", "night-drive"])
def test_heard_at_once_or_id_by_id_it_says_the_same(piece: str) -> None:
    score = read_midi(Path(demo_pieces(), f"{piece}.mid").read_bytes()).score
    ids = TOKENIZER.encode(score).ids.tolist()[:1500]
    one = Motifs(VOCABULARY)
    for place, token in enumerate(ids):
        if place % 97 == 0:
            assert Motifs(VOCABULARY, ids[:place]).guess() == one.guess(), place
        one.push(token)


@settings(max_examples=30, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.integers(0, 24), st.sampled_from((60, 62, 64)), st.integers(1, 4), st.booleans()
        ),
        min_size=1,
        max_size=40,
    )
)
def test_whatever_is_played_it_guesses_only_ids_there_are(
    notes: list[tuple[int, int, int, bool]],
) -> None:
    unique = {(start, pitch, low): length for start, pitch, length, low in notes}
    tracks: tuple[list[Note], list[Note]] = ([], [])
    for (start, pitch, low), length in unique.items():
        tracks[low].append(Note(start * 240, pitch - 24 * low, length * 240))
    ids = ids_of(*tracks)
    motifs = Motifs(VOCABULARY, ids).closed()
    for token in ids:
        found = motifs.guess()
        assert found is None or 0 <= found.token < len(VOCABULARY)
        motifs.push(token)
