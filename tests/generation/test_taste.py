"""What a user keeps decides the first half of what is offered, which stays as varied."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import fmean

import pytest

from benchmarks.quality.taste import USERS, Drawn, measured
from engine.generation.choose.ranking import Candidate, ComparedPrompt, best, spread
from engine.generation.continuation import continuations
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.live.session import Session
from engine.messages import AlternativeFinished, ContinuationFinished, Continue
from engine.request import PartNote, Request
from engine.taste.learning import MOST_CHOICES, Choice, learned
from engine.taste.taste import NO_TASTE, Taste
from engine.taste.traits import NAMES, Traits, TraitsAfter
from engine.values.config import SamplingConfig
from engine.values.score import Note, Score, Track
from tests.generation.conftest import BAR, chord_piece

BEAT = 480
START = 4 * BAR
END = 6 * BAR


def piece() -> Score:
    """Four bars of a scale in C major, one note a beat."""
    scale = (60, 62, 64, 65, 67, 69, 71, 72)
    notes = tuple(Note(BEAT * beat, scale[beat % 8], BEAT) for beat in range(16))
    return Score(ticks_per_quarter=BEAT, tracks=(Track(notes=notes),))


def phrase(
    *pitches: int, start: int = START, step: int = BEAT, length: int = BEAT, velocity: int = 80
) -> tuple[PartNote, ...]:
    return tuple(
        PartNote(0, Note(start + step * place, pitch, length, velocity))
        for place, pitch in enumerate(pitches)
    )


PLAIN = (60, 62, 64, 65, 67, 65, 64, 62)


@pytest.mark.parametrize(
    ("trait", "more", "less"),
    [
        ("density", phrase(*PLAIN, *PLAIN, step=BEAT // 2), phrase(*PLAIN)),
        ("height", phrase(*(pitch + 12 for pitch in PLAIN)), phrase(*PLAIN)),
        ("width", phrase(36, 62, 84, 65), phrase(60, 62, 64, 65)),
        ("chromatic", phrase(61, 63, 66, 68), phrase(60, 62, 64, 65)),
        ("off_beat", phrase(*PLAIN, start=START + BEAT // 2), phrase(*PLAIN)),
        ("loudness", phrase(*PLAIN, velocity=110), phrase(*PLAIN)),
        ("leaps", phrase(60, 72, 60, 72), phrase(60, 62, 64, 65)),
        ("rests", phrase(60, 62), phrase(*PLAIN)),
        ("length", phrase(*PLAIN, length=BEAT), phrase(*PLAIN, length=BEAT // 4)),
        ("likeness", phrase(60, 62, 64, 65), phrase(61, 63, 66, 68)),
    ],
)
def test_each_trait_is_higher_where_its_name_says_so(
    trait: str, more: tuple[PartNote, ...], less: tuple[PartNote, ...]
) -> None:
    traits = TraitsAfter(piece(), start=START)
    assert getattr(traits.of(more, end=END), trait) > getattr(traits.of(less, end=END), trait)


def test_silence_has_traits_too_and_so_has_a_beginning_without_a_prompt() -> None:
    assert TraitsAfter(piece(), start=START).of((), end=END) == Traits(rests=50.0)
    found = TraitsAfter(Score(tracks=(Track(),)), start=0).of(phrase(60, 64, start=0), end=BAR)
    assert found.likeness == 0.0
    assert found.chromatic == 0.0


def test_drums_have_no_height() -> None:
    drums = Score(ticks_per_quarter=BEAT, tracks=(Track(is_drum=True),))
    found = TraitsAfter(drums, start=0).of(phrase(36, 42, start=0), end=BAR)
    assert (found.height, found.width, found.leaps, found.chromatic) == (0.0, 0.0, 0.0, 0.0)
    assert found.density > 0.0


def choice(liked: str, random: Random) -> Choice:
    shown = [Traits(**{name: random.gauss(0.0, 1.0) for name in NAMES}) for _ in range(4)]
    shown.sort(key=lambda traits: -getattr(traits, liked))
    return Choice(kept=shown[0], passed=tuple(shown[1:]))


def test_nothing_is_learned_from_nothing_and_little_from_one_choice() -> None:
    random = Random(1)  # noqa: S311
    assert learned(()).is_blank
    assert learned([Choice(kept=Traits(density=3.0), passed=())]).is_blank
    first = learned([choice("density", random)])
    assert first.sure == ()
    assert max(map(abs, first.weights.values)) < 0.5


@pytest.mark.parametrize("liked", NAMES)
def test_what_always_decides_is_learned_and_said(liked: str) -> None:
    random = Random(f"{liked}")  # noqa: S311
    found = learned([choice(liked, random) for _ in range(40)])
    assert found.sure[0] == liked
    assert getattr(found.weights, liked) == max(found.weights.values)


def test_a_taste_that_changed_is_followed() -> None:
    random = Random(2)  # noqa: S311
    old = [choice("height", random) for _ in range(MOST_CHOICES)]
    new = [choice("rests", random) for _ in range(MOST_CHOICES)]
    assert learned(old + new) == learned(new)


def test_odd_alternatives_do_not_break_learning() -> None:
    huge = Choice(kept=Traits(density=1000.0), passed=(Traits(density=-1000.0),))
    assert 0.0 < learned([huge] * 100).weights.density < 10.0


def made_up(random: Random, *, count: int = 8) -> Drawn:
    """Alternatives of all kinds after the piece."""
    traits = TraitsAfter(piece(), start=START)
    found = []
    for _ in range(count):
        step = random.choice((BEAT // 4, BEAT // 2, BEAT, 2 * BEAT))
        low, wide = random.randrange(40, 76), random.randrange(3, 16)
        late = random.choice((0, BEAT // 2))
        pitches = [low + random.randrange(wide) for _ in range((2 * BAR - late) // step)]
        notes = phrase(
            *pitches,
            start=START + late,
            step=step,
            length=random.choice((step // 4, step // 2, step)),
            velocity=random.randrange(40, 120),
        )
        found.append(Candidate(notes=notes, traits=traits.of(notes, end=END)))
    return Drawn(prompt=ComparedPrompt(piece(), ("write",), start=START), candidates=tuple(found))


def variety(drawn: Drawn, chosen: Sequence[int]) -> tuple[float, float]:
    return spread(chosen, drawn.unlike), spread(chosen, drawn.apart)


@pytest.mark.slow
def test_users_with_a_known_taste_find_it_among_the_first_two_after_forty_choices() -> None:
    random = Random(3)  # noqa: S311
    some = ("dense", "sparse", "high", "low", "chromatic", "loud", "rests", "like")
    users = {name: USERS[name] for name in some}
    found = measured([made_up(random) for _ in range(40)], users, choices=40, seed=1)
    assert fmean(user["offered_after"] for user in found.values()) >= 0.8
    assert fmean(user["first_after"] for user in found.values()) >= 0.8
    assert all(user["first_after"] > user["first_before"] for user in found.values())
    assert all(min(user["notes"], user["traits"]) >= 0.9 for user in found.values())


@pytest.mark.parametrize("name", USERS)
def test_no_offer_is_less_varied_by_more_than_a_tenth(name: str) -> None:
    random, user = Random(name), USERS[name]  # noqa: S311
    strong = Taste(weights=Traits(**{n: 3.0 * getattr(user, n) for n in NAMES}))
    for _ in range(30):
        drawn = made_up(random)
        usual, led = drawn.offered(NO_TASTE), drawn.offered(strong)
        for before, after in zip(variety(drawn, usual), variety(drawn, led), strict=True):
            assert after >= 0.9 * before


def test_without_a_taste_the_ranking_is_the_usual_one() -> None:
    drawn = made_up(Random(5))  # noqa: S311
    plain = best(drawn.prompt, drawn.candidates, count=4)
    assert [one.candidate for one in plain] == list(drawn.offered(NO_TASTE))


HIGHER = Taste(weights=Traits(height=3.0))
WISH = Request(
    start=START, bars=2, alternatives=3, best_of=8, sampling=SamplingConfig(seed=5), planned=False
)


def seeds(folder: Path, request: Request, taste: Taste) -> list[int]:
    """Return the seeds of what is offered, in its order, as the window is told."""
    command = Continue(request=1, score=chord_piece(), ask=request, taste=taste)
    events = list(Session(LiveModel.load(folder)).continue_(command))
    ends = [each for each in events if isinstance(each, AlternativeFinished)]
    made = {each.alternative: each.made.seed for each in ends}
    last = events[-1]
    assert isinstance(last, ContinuationFinished)
    return [made[index] for index in last.best]


@pytest.mark.slow
def test_the_taste_of_a_message_decides_what_is_offered_first(tiny_folder: Path) -> None:
    generator = MusicGenerator(LiveModel.load(tiny_folder))
    drawn = continuations(generator, chord_piece(), replace(WISH, alternatives=8, best_of=0))
    traits = TraitsAfter(chord_piece(), start=START)
    heights = {one.seed: traits.of(one.parts, end=one.end).height for one in drawn}
    usual, high = seeds(tiny_folder, WISH, NO_TASTE), seeds(tiny_folder, WISH, HIGHER)
    assert usual != high
    assert heights[high[0]] == max(heights.values())


@pytest.mark.slow
def test_a_wish_leaves_the_taste_out(tiny_folder: Path) -> None:
    wish = replace(WISH, wish="busier")
    assert seeds(tiny_folder, wish, NO_TASTE) == seeds(tiny_folder, wish, HIGHER)


@pytest.mark.slow
def test_music_that_follows_leaves_the_taste_out(tiny_folder: Path) -> None:
    inside = replace(WISH, start=BAR, bars=1, following=1)
    assert seeds(tiny_folder, inside, NO_TASTE) == seeds(tiny_folder, inside, HIGHER)
