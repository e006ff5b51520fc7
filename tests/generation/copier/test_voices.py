"""What a part did before after the same notes, whatever the others do meanwhile."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.generation.copier.odds import LONGEST, Lag, OddsTables
from engine.generation.copier.voices import VoiceCache
from engine.generation.priors import SHAPE, CopierPriors
from engine.generation.state.heard import Heard
from engine.ground.paths import demo_pieces
from engine.midi.file.midifile import read_midi
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import TokenKind
from engine.values.score import Note, Score, Track

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


class Found(NamedTuple):
    """What a cache guesses, and what it asked the odds for."""

    token: int
    kind: TokenKind
    run: int
    lag: Lag
    moved: bool


class EvenOdds(OddsTables):
    """Finds every guess as likely as not, and keeps what it was asked last."""

    def __init__(self) -> None:
        super().__init__(SHAPE.copier)
        self.asked = (TokenKind.SPECIAL, 0, Lag.ANY, False)

    def of(self, kind: TokenKind, *, run: int, lag: Lag, moved: bool) -> float:
        self.asked = kind, run, lag, moved
        return 1.0


class Listening:
    """A cache, and what it has heard: ids at once, then id by id."""

    def __init__(self, ids: Sequence[int] = ()) -> None:
        self._odds = EvenOdds()
        self._cache = VoiceCache(VOCABULARY, self._odds, ids)
        self._heard = Heard(VOCABULARY, ids)

    def close(self) -> None:
        """From now on repeat only what was heard."""
        self._cache = self._cache.closed(self._heard.bar_length)

    def push(self, token: int) -> None:
        self._heard.push(token)
        self._cache.push(token, self._heard)

    def guess(self) -> Found | None:
        guess = self._cache.guess(self._heard)
        if guess is None:
            return None
        assert guess.share == 0.5
        return Found(guess.token, *self._odds.asked)


def guess_after(ids: Sequence[int]) -> Found | None:
    return Listening(ids).guess()


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
    listening, right = Listening(again), 0
    for token in whole:
        found = listening.guess()
        right += found is not None and found.token == token
        listening.push(token)
    kinds = [TokenKind(VOCABULARY.kinds[token]) for token in whole]
    # All but the meters, which nobody draws.
    assert right >= len(whole) - kinds.count(TokenKind.METER) - 1


def test_what_is_closed_repeats_nothing_that_it_hears_later() -> None:
    ids = ids_of([*tune(0), *tune(4 * BAR)])
    bars = [index for index, token in enumerate(ids) if token == VOCABULARY.bar]
    closed = Listening(ids[: bars[1]])
    closed.close()
    for token in cut_before(ids, "Pitch_65", after_bar=5)[bars[1] :]:
        closed.push(token)
    # The first bar held four notes; after the fourth of them nothing is known.
    assert closed.guess() is None


def test_drums_have_no_length() -> None:
    pattern = [Note(i * BEAT, pitch, 60) for i, pitch in enumerate((36, 42, 38, 46) * 4)]
    ids = ids_of(pattern, drums=True)
    listening = Listening(ids[:-1])
    found = listening.guess()
    assert found is not None
    assert found.kind == TokenKind.VELOCITY
    listening.push(ids[-1])
    found = listening.guess()
    assert found is not None
    assert found.kind == TokenKind.BAR


def odds(kind: TokenKind, run: int, lag: Lag = Lag.ANY, *, moved: bool = False) -> float:
    return OddsTables(SHAPE.copier).of(kind, run=run, lag=lag, moved=moved)


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


def test_strength_is_a_factor_on_the_odds_and_without_priors_nothing_is_guessed() -> None:
    ids = cut_before(ids_of([*tune(0), *tune(4 * BAR)]), "Pitch_65", after_bar=5)

    def odds_with(priors: CopierPriors, strength: float) -> float:
        cache = VoiceCache(VOCABULARY, OddsTables(priors), ids, strength=strength)
        guess = cache.guess(Heard(VOCABULARY, ids))
        return guess.share / (1.0 - guess.share) if guess else 0.0

    once = odds_with(SHAPE.copier, 1.0)
    assert once == pytest.approx(odds(TokenKind.PITCH, 4, Lag.PHRASES))
    assert odds_with(SHAPE.copier, 0.25) == pytest.approx(once / 4)
    assert odds_with(SHAPE.copier, 0.0) == 0
    assert odds_with(CopierPriors(), 1.0) == 0


@pytest.mark.parametrize("piece", ["ode-to-joy", "blue-hour", "morning-pages", "night-drive"])
def test_heard_at_once_or_id_by_id_it_says_the_same(piece: str) -> None:
    score = read_midi(Path(demo_pieces(), f"{piece}.mid").read_bytes()).score
    ids = TOKENIZER.encode(score).ids.tolist()[:1500]
    one = Listening()
    for place, token in enumerate(ids):
        if place % 97 == 0:
            assert guess_after(ids[:place]) == one.guess(), place
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
    listening = Listening(ids)
    listening.close()
    for token in ids:
        found = listening.guess()
        assert found is None or 0 <= found.token < len(VOCABULARY)
        listening.push(token)
