"""The wishes for a section: a new one recalls nothing, one that returns recalls its source."""

from dataclasses import replace

import pytest

from engine.generation.continuation import continuations
from engine.generation.copier.copier import Copier
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.generation.plan import Plan
from engine.generation.planners import chords, form, sections
from engine.generation.priors import SHAPE
from engine.generation.rules.repetition import BarLags
from engine.generation.state.form import ALTERNATING, NEW_ODDS, Form
from engine.generation.wishes import WishSpan, recalled_bars
from engine.harmony.chord_track import names_by_bar
from engine.live.session import Session
from engine.messages import ChordsPlanned, Continue
from engine.model.decoding.sampling import Guess
from engine.planning.chord_model import ChordModel
from engine.planning.counting import count_chords
from engine.request import PartNote, Request
from engine.tokens.vocabulary import TokenKind
from engine.values.config import SamplingConfig
from engine.values.events import Marker
from engine.values.score import Score
from tests.generation.conftest import BAR, chord_piece
from tests.planning.conftest import LOOP, VERSE, song


@pytest.fixture(scope="module")
def model(tiny_folder) -> LiveModel:
    counts = count_chords([song(VERSE, times=3), song(LOOP, times=4)])
    return replace(LiveModel.load(tiny_folder), chords=ChordModel(counts))


def ask(**changes: object) -> Request:
    usual = Request(
        start=16 * BAR,
        bars=8,
        alternatives=2,
        sampling=SamplingConfig(seed=3),
    )
    return replace(usual, **changes)


def names(plan: Plan) -> list[str]:
    return [section.name for section in sections.of(plan).sections]


def test_a_new_section_is_planned_and_nothing_is_without_a_wish(model) -> None:
    plan = Plan(model, song(VERSE), ask(wish="contrast", bars=12))
    assert names(plan) == ["C", "C′"]
    made = form.of_row(plan, 3)
    assert [made.since_new(bar) for bar in range(13)] == [*range(12), None]
    assert not any(made.returns(bar) for bar in range(4))
    plain = Plan(model, song(VERSE), ask())
    assert sections.of(plain) is None
    assert form.of_row(plain, 3).since_new(0) is None


def test_bars_that_the_user_names_come_again_with_their_chords(model) -> None:
    score = song(VERSE)
    pattern = (4 * BAR, 8 * BAR)
    plan = Plan(model, score, ask(wish="again", bars=8, pattern=pattern))
    assert names(plan) == ["A′", "A′"]
    made = form.of_row(plan, 3)
    assert [16 + bar - made.backs[bar] for bar in range(8)] == [4, 5, 6, 7] * 2
    planned = names_by_bar(chords.chords_of(plan, 3), score, start=16 * BAR, end=24 * BAR)
    assert list(planned) == ["C", "Em", "F", "G"] * 2


@pytest.mark.parametrize(
    ("named", "source"), [((0, 0), (8, 16)), ((14, 20), (14, 16)), ((17, 20), (8, 16))]
)
def test_only_bars_before_the_start_come_again(named, source) -> None:
    pattern = tuple(bar * BAR for bar in named)
    assert recalled_bars(song(VERSE), ask(wish="again", pattern=pattern)) == source


def lettered(score: Score, letters: str) -> Score:
    """Return a score of 16 bars with letters over the phrases after them."""
    ahead = enumerate(letters, 2)
    return replace(
        score, markers=tuple(Marker(8 * phrase * BAR, letter) for phrase, letter in ahead)
    )


def test_letters_that_the_user_wrote_ahead_are_followed(model) -> None:
    score = lettered(song(VERSE), "CAC")
    plan = Plan(model, score, ask(bars=24))
    assert names(plan) == ["C", "A", "C"]
    made = form.of_row(plan, 3)
    assert [made.since_new(bar) for bar in (0, 7, 8, 16)] == [0, 7, None, None]
    planned = names_by_bar(chords.chords_of(plan, 3), score, start=16 * BAR, end=40 * BAR)
    assert list(planned[8:16]) == ["C", "Am", "F", "G", "C", "Em", "F", "G"]
    assert planned[16:] == planned[:8]
    assert [(bars.first, bars.source) for bars in chords.returning(plan, 3)][-2:] == [
        (24, 0),
        (32, 16),
    ]


def test_a_wish_for_a_section_goes_before_the_letters_and_a_gap_has_none(model) -> None:
    score = lettered(song(VERSE), "AB")
    assert names(Plan(model, score, ask(wish="contrast"))) == ["C"]
    assert names(Plan(model, score, ask(wish="build"))) == ["A"]
    rewritten = ask(start=8 * BAR, bars=8, following=2)
    over = replace(score, markers=(Marker(8 * BAR, "A"),))
    assert sections.of(Plan(model, over, rewritten)) is None


def test_sections_are_planned_where_no_chords_are(model) -> None:
    silent = replace(model, chords=None)
    plan = Plan(silent, song(VERSE), ask(wish="again"))
    assert chords.of(plan) is None
    assert form.of_row(plan, 3).backs == (8,) * 8
    (made, _) = continuations(MusicGenerator(silent), song(VERSE), ask(wish="contrast"))
    assert [section.name for section in made.plan.sections] == ["C"]
    assert made.plan.chords == ()


def test_a_riff_may_be_left_for_a_new_section_and_is_not_by_itself(model) -> None:
    riff = song(" | ".join(["C", "F"] * 8))
    assert chords.of(Plan(model, riff, ask())).usual is None
    assert chords.of(Plan(model, riff, ask(wish="contrast"))).usual is not None
    assert form.of_row(Plan(model, chord_piece(16), ask()), 1) == ALTERNATING


def test_what_is_drawn_again_from_a_bar_on_stays_in_its_section(model) -> None:
    begun = {"beginning": (PartNote(0, song(VERSE).tracks[0].notes[0]),)}
    begun["beginning"] = (replace_start(begun["beginning"][0], 16 * BAR),)
    whole = Plan(model, song(VERSE), ask(wish="contrast"))
    rest = Plan(model, song(VERSE), ask(wish="contrast", beginning_end=19 * BAR, **begun))
    assert rest.span == WishSpan(before=3)
    assert sections.of(rest).sections == sections.of(whole).sections
    assert sections.of(rest).bars == sections.of(whole).bars[3:]


def replace_start(part: PartNote, start: int) -> PartNote:
    return PartNote(part.track, replace(part.note, start=start))


def test_the_copier_is_less_sure_in_a_new_section_whatever_returns_in_it(model) -> None:
    plan = Plan(model, chord_piece(16), ask())
    heard = Copier.of(plan.vocabulary, plan.ids, SHAPE.copier).closed(plan.heard.bar_length)
    state = plan.decoding_state()
    usual = heard.branch(Form((0,))).guess(state.heard)
    for back in (0, 8):
        new = heard.branch(Form((back,), since=(8,))).guess(state.heard)
        assert new.token == usual.token
        assert odds(new) == pytest.approx(NEW_ODDS * odds(usual))


def odds(guess: Guess) -> float:
    return guess.share / (1.0 - guess.share)


def test_a_bar_that_stood_before_a_new_section_costs_and_its_beat_goes_on(model) -> None:
    plan = Plan(model, chord_piece(16), ask())
    bars = plan.heard.whole_bars
    state = plan.decoding_state()
    kinds = plan.vocabulary.kinds

    def nats(since: int, place: tuple[str, ...]) -> dict[TokenKind, float]:
        made = Form((0,) * 20, since=(since,) * 20)
        rule = BarLags(SHAPE.repetition, plan.vocabulary, piece=bars, form_of=lambda _seed: made)
        heard = state.heard.branch()
        for name in place:
            heard.push(plan.vocabulary.names.index(name))
        found = rule.of_row(0).leaning(heard)
        return {TokenKind(int(kinds[token])): value for token, value in found.items()}

    at_piano, at_drums = ("Position_0", "Part_0"), ("Position_0", "Part_2")
    assert nats(-1, at_piano)[TokenKind.PITCH] > 0
    assert nats(0, at_piano)[TokenKind.PITCH] < 0
    assert nats(16, at_piano) == nats(-1, at_piano)
    assert nats(0, at_drums) == nats(-1, at_drums)
    assert nats(0, ())[TokenKind.POSITION] == 0


def test_the_letters_are_said_before_the_first_note(tiny_folder) -> None:
    session = Session(LiveModel.load(tiny_folder))
    command = Continue(request=1, score=song(VERSE), ask=ask(wish="contrast"))
    planned = [event for event in session.continue_(command) if isinstance(event, ChordsPlanned)]
    assert [event.alternative for event in planned] == [0, 1]
    assert all(event.plan.sections[0].name == "C" for event in planned)
