"""Two hands stay two hands: the one that lacks is likelier."""

from collections.abc import Sequence

import pytest
import torch

from engine.config import SamplingConfig
from engine.generation.draft import Draft
from engine.generation.hands import HAND_NATS, Hands, TwoHands, hands_of
from engine.generation.model import LiveModel
from engine.generation.recipe import Recipe
from engine.music.score import Note, Score, Track
from engine.request import Request
from engine.tokens.parts import Parts, parts_of
from engine.tokens.vocabulary import TokenKind
from tests.generation.conftest import BAR

PART = 0
HANDS = Hands(48, (1.0, 4.0), (1.0, 1.0))


@pytest.fixture(scope="module")
def model(tiny_folder) -> LiveModel:
    return LiveModel.load(tiny_folder)


def piano(bars: int = 8, *, basses: Sequence[int] | None = None) -> Track:
    """A bass that lasts a bar, and four chords of two notes above it; bars of a bass, or all."""
    chords = [Note(t, p, 240) for t in range(0, bars * BAR, 480) for p in (64, 67)]
    low = [
        Note(bar * BAR, 36 + bar % 3, BAR) for bar in (range(bars) if basses is None else basses)
    ]
    return Track(name="Piano").with_notes([*chords, *low])


def found(track: Track, *, bars: int = 8, since: int = 0) -> dict[int, Hands]:
    score = Score(tracks=(track,))
    parts = parts_of(score, most=32)
    return hands_of(score, parts, {PART}, start=bars * BAR, since=since)


def drafted(model: LiveModel) -> tuple[Recipe, Draft]:
    recipe = Recipe(model, Score(tracks=(piano(),)), Request(start=8 * BAR, bars=4, alternatives=1))
    return recipe, recipe.alternatives()[0].draft


def leaning(model: LiveModel, rule: TwoHands, draft: Draft) -> tuple[float, float]:
    """Return the nats of a low pitch and of a high one, and see that nothing else has any."""
    vocabulary = model.tokenizer.vocabulary
    flat = torch.zeros(len(vocabulary))
    nats = rule.process(flat, draft)
    assert not flat.any()
    pitches = vocabulary.ids_of(TokenKind.PITCH)
    assert nats.sum() == nats[pitches].sum()
    low, high = (float(nats[pitches[pitch]]) for pitch in (HANDS.split - 1, HANDS.split))
    return low, high


def said(model: LiveModel, *names: str) -> list[int]:
    return [model.tokenizer.token_names.index(name) for name in names]


def test_who_spans_more_than_a_hand_is_divided_above_the_basses_of_most_bars() -> None:
    assert found(piano()) == {PART: Hands(39, (1.0, 8.0), (1.0, 1.0))}


def test_a_hand_that_now_and_then_rests_is_less_sure() -> None:
    (hands,) = found(piano(basses=[0, 1, 2, 4, 5, 6])).values()
    assert hands.split == 39
    assert 0 < hands.steady[0] < hands.steady[1] == 1


@pytest.mark.parametrize(
    "track",
    [
        Track(notes=tuple(Note(480 * i, 60 + i % 12, 480) for i in range(32))),
        Track(notes=tuple(Note(960 * i, 40 + 40 * (i % 2), 480) for i in range(10))),
        # One high cry over a tune.
        Track(notes=(*(Note(480 * i, 60, 480) for i in range(31)), Note(31 * 480, 100, 480))),
        Track(is_drum=True, notes=piano().notes),
        Track(),
    ],
    ids=["a hand", "few notes", "a cry", "drums", "nothing"],
)
def test_one_hand_is_none_of_two(track: Track) -> None:
    assert found(track) == {}


def test_only_the_last_bars_count_and_nothing_of_what_is_forgotten() -> None:
    early = Track().with_notes(
        [*piano(4).notes, *(Note(t, 64, 240) for t in range(4 * BAR, 16 * BAR, 480))]
    )
    assert found(early, bars=16) == {}
    assert found(early, bars=8) != {}
    assert found(early, bars=8, since=4 * BAR) == {}


def test_two_tracks_of_one_part_may_be_its_two_hands() -> None:
    low = Track(notes=tuple(note for note in piano().notes if note.pitch < 48))
    high = Track(notes=tuple(note for note in piano().notes if note.pitch >= 48))
    for tracks in ((low, high), (high, low)):
        score = Score(tracks=tracks)
        hands = hands_of(score, Parts((PART, PART), (0,)), {PART}, start=8 * BAR)
        assert hands == found(piano())


def test_a_hand_that_lacks_is_likelier_until_it_has_played(model: LiveModel) -> None:
    _, draft = drafted(model)
    rule = TwoHands({PART: HANDS}, model.tokenizer.vocabulary, said(model, "Bar_None"))
    # Neither has played yet: neither is likelier.
    assert leaning(model, rule, draft) == (0, 0)
    for token in said(model, "Part_0", "Pitch_64"):
        rule.accept(token)
    low, high = leaning(model, rule, draft)
    assert low == pytest.approx(HAND_NATS)
    assert high == 0
    rule.accept(said(model, "Pitch_40")[0])
    assert leaning(model, rule, draft) == (0, 0)


def test_the_lean_grows_with_every_bar_that_one_lacked(model: LiveModel) -> None:
    _, draft = drafted(model)
    rule = TwoHands({PART: HANDS}, model.tokenizer.vocabulary)
    leans = []
    for _ in range(3):
        for token in said(model, "Bar_None", "Part_0", *["Pitch_64"] * 4):
            rule.accept(token)
        leans.append(leaning(model, rule, draft)[0])
    assert 0 < leans[0] < leans[1] < leans[2]
    for token in said(model, "Bar_None", "Part_0", "Pitch_40", *["Pitch_64"] * 4):
        rule.accept(token)
    assert leaning(model, rule, draft) == (0, 0)


def test_the_right_hand_is_missed_as_the_left_one_is(model: LiveModel) -> None:
    _, draft = drafted(model)
    rule = TwoHands({PART: HANDS}, model.tokenizer.vocabulary)
    for token in said(model, "Bar_None", "Part_0", "Pitch_40"):
        rule.accept(token)
    low, high = leaning(model, rule, draft)
    assert low == 0
    assert high == pytest.approx(HAND_NATS)


def test_a_bass_that_still_sounds_is_not_missed(model: LiveModel) -> None:
    _, draft = drafted(model)
    rule = TwoHands({PART: HANDS}, model.tokenizer.vocabulary)
    for token in said(model, "Bar_None", "Part_0", "Pitch_64"):
        rule.accept(token)
    assert leaning(model, rule, draft)[0] > 0
    draft.voices.place(Note(draft.tick, 40, BAR), PART)
    assert leaning(model, rule, draft)[0] == 0


def test_one_hand_that_rests_often_is_let_rest(model: LiveModel) -> None:
    _, draft = drafted(model)
    rule = TwoHands({PART: HANDS._replace(steady=(0.0, 1.0))}, model.tokenizer.vocabulary)
    for token in said(model, "Bar_None", "Part_0", *["Pitch_64"] * 4):
        rule.accept(token)
    assert leaning(model, rule, draft) == (0, 0)


def test_branches_hear_for_themselves(model: LiveModel) -> None:
    _, draft = drafted(model)
    rule = TwoHands({PART: HANDS}, model.tokenizer.vocabulary, said(model, "Bar_None", "Part_0"))
    other = rule.branch()
    other.accept(said(model, "Pitch_64")[0])
    assert leaning(model, rule, draft) == (0, 0)
    assert leaning(model, other, draft)[0] > 0


def test_it_is_in_the_recipe_of_who_is_not_bold(model: LiveModel) -> None:
    recipe, _ = drafted(model)
    assert any(isinstance(each, TwoHands) for each in recipe.processors())
    bold = Request(start=8 * BAR, bars=4, alternatives=1, sampling=SamplingConfig(temperature=1.2))
    recipe = Recipe(model, Score(tracks=(piano(),)), bold)
    assert not any(isinstance(each, TwoHands) for each in recipe.processors())
