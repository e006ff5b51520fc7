"""Nobody leaves by accident: who is missing is likelier, and a thin bar ends later."""

import pytest
import torch

from engine.config import SamplingConfig
from engine.generation.model import LiveModel
from engine.generation.presence import Presence, Usual, usual_of
from engine.generation.recipe import Recipe
from engine.music.score import Note, Score, Track
from engine.request import Request
from engine.tokens.parts import Parts, parts_of
from tests.generation.conftest import BAR, chord_piece


@pytest.fixture(scope="module")
def model(tiny_folder) -> LiveModel:
    return LiveModel.load(tiny_folder)


def _draft(model: LiveModel):
    recipe = Recipe(model, chord_piece(), Request(start=4 * BAR, bars=2, alternatives=1))
    return recipe.alternatives()[0].draft


def _ids(model: LiveModel, *names: str) -> list[int]:
    return [model.tokenizer.token_names.index(name) for name in names]


def test_usual_is_who_plays_in_half_of_the_last_bars() -> None:
    always = tuple(Note(t, 60, 480) for t in range(0, 12 * BAR, 480))
    once = (Note(0, 40, 480), Note(11 * BAR, 40, 480))
    early = tuple(Note(t, 50, 480) for t in range(0, 4 * BAR, 480))
    score = Score(tracks=(Track(notes=always), Track(notes=once), Track(notes=early)))
    usual = usual_of(score, parts_of(score, most=32), {0, 1, 2}, start=12 * BAR)
    assert usual == Usual(frozenset({0}), 4.0, {0: 4.0}, {0: 1.0}, frozenset({2}))
    nothing = Score(tracks=(Track(),))
    assert usual_of(nothing, parts_of(nothing, most=32), (), start=0).notes == 0


def test_tracks_that_share_a_part_have_one_usual_bar() -> None:
    mine = tuple(Note(t, 60, 480) for t in range(0, 4 * BAR, 480))
    yours = tuple(Note(t, 62, 480) for t in range(4 * BAR, 8 * BAR, 240))
    whole = Score(tracks=(Track(notes=(*mine, *yours)),))
    usual = usual_of(whole, Parts((0,), (0,)), {0}, start=8 * BAR)
    for notes in ((mine, yours), (yours, mine), (mine, yours, ())):
        score = Score(tracks=tuple(Track(notes=each) for each in notes))
        parts = Parts((0,) * len(notes), (0,))
        assert usual_of(score, parts, {0}, start=8 * BAR) == usual


def test_how_steady_a_part_is_counts_from_where_it_came_in_and_by_what_sounds() -> None:
    held = tuple(Note(t, 60, 2 * BAR) for t in range(0, 8 * BAR, 2 * BAR))
    late = tuple(Note(t, 50, 480) for t in range(4 * BAR, 8 * BAR, 480))
    resting = tuple(Note(bar * BAR, 40, 480) for bar in (0, 1, 2, 4, 5, 6))
    half = tuple(Note(bar * BAR, 45, 480) for bar in (0, 2, 4, 6))
    over = (Note(0, 70, 8 * BAR + 99), *(Note(bar * BAR, 72, 99) for bar in (4, 5, 6, 7)))
    score = Score(tracks=tuple(Track(notes=notes) for notes in (held, late, resting, half, over)))
    parts = parts_of(score, most=32)
    usual = usual_of(score, parts, range(5), start=8 * BAR)
    assert usual.parts == frozenset(range(5))
    assert usual.steady == {0: 1.0, 1: 1.0, 2: 0.5, 3: 0.0, 4: 1.0}
    assert usual.each == {0: 1.0, 1: 4.0, 2: 1.0, 3: 1.0, 4: 1.0}
    # What is forgotten counts for nothing, though it sounds on.
    assert usual_of(score, parts, {0, 4}, start=8 * BAR, since=4 * BAR).steady == {0: 1.0, 4: 1.0}


def test_who_rested_now_and_then_is_asked_for_less(model: LiveModel) -> None:
    vocabulary, draft = model.tokenizer.vocabulary, _draft(model)
    first, flat = vocabulary.first_part, torch.zeros(len(vocabulary))
    each = {0: 1.0, 1: 1.0, 2: 1.0}
    presence = Presence(Usual(frozenset(each), 3.0, each, {0: 1.0, 1: 0.5, 2: 0.0}), vocabulary)
    asked = presence.process(flat, draft)[first : first + 3].tolist()
    assert asked[0] == 2 * asked[1] > 0
    assert asked[2] == 0
    sure = Presence(Usual(frozenset(each), 3.0, each), vocabulary)
    bar_line = vocabulary.bar
    assert sure.process(flat, draft)[bar_line] < presence.process(flat, draft)[bar_line]


def test_who_was_silent_comes_in_seldom_and_stays(model: LiveModel) -> None:
    vocabulary, draft = model.tokenizer.vocabulary, _draft(model)
    second, flat = vocabulary.first_part + 1, torch.zeros(len(vocabulary))
    usual = Usual(frozenset({0}), 1.0, silent=frozenset({1}))
    presence = Presence(usual, vocabulary)

    def leaning() -> float:
        return float(presence.process(flat, draft)[second])

    assert leaning() < 0
    for token in _ids(model, "Part_1", "Pitch_60"):
        presence.accept(token)
    assert leaning() == 0
    presence.accept(vocabulary.bar)
    assert leaning() > 0
    presence.accept(vocabulary.bar)
    assert leaning() < 0
    # Where bars are to be fuller than before, they are welcome.
    assert Presence(usual, vocabulary, fullness=(2.5,)).process(flat, draft)[second] == 0


def test_who_was_silent_comes_in_where_a_phrase_begins(model: LiveModel) -> None:
    vocabulary, draft = model.tokenizer.vocabulary, _draft(model)  # in the fifth bar
    second, flat = vocabulary.first_part + 1, torch.zeros(len(vocabulary))
    usual = Usual(frozenset({0}), 1.0, silent=frozenset({1}))
    leaning = [
        float(Presence(usual, vocabulary, phrases_from=first).process(flat, draft)[second])
        for first in range(6)
    ]
    assert leaning[4] > 0 > leaning[0]
    assert leaning[:4] == leaning[5:] * 4
    # Who has come in is leaned to as before.
    presence = Presence(usual, vocabulary, phrases_from=4)
    for token in _ids(model, "Part_1", "Pitch_60"):
        presence.accept(token)
    assert presence.process(flat, draft)[second] == 0


def test_who_sounds_on_is_not_missing(model: LiveModel) -> None:
    vocabulary, draft = model.tokenizer.vocabulary, _draft(model)
    first, flat = vocabulary.first_part, torch.zeros(len(vocabulary))
    presence = Presence(Usual(frozenset({0, 1}), 2.0), vocabulary)
    before = presence.process(flat, draft)
    draft.voices.place(Note(draft.bar.start, 60, BAR), 0)
    after = presence.process(flat, draft)
    assert before[first] == before[first + 1] == after[first + 1] > after[first] == 0
    assert before[vocabulary.bar] < after[vocabulary.bar]


def test_missing_parts_are_likelier_and_the_bar_line_less_likely(model: LiveModel) -> None:
    vocabulary, draft = model.tokenizer.vocabulary, _draft(model)
    presence = Presence(Usual(frozenset({0, 1}), 4.0), vocabulary)
    flat = torch.zeros(len(vocabulary))
    empty = presence.process(flat, draft)
    first = vocabulary.first_part
    assert empty[first] == empty[first + 1] > 0
    assert empty[first + 2] == 0
    assert empty[vocabulary.bar] == empty[vocabulary.end] < 0
    note = ("Part_0", "Pitch_60", "Velocity_63", "Duration_1.0.12")
    for token in _ids(model, *note * 4):
        presence.accept(token)
    later = presence.process(flat, draft)
    assert later[first] == 0
    assert later[first + 1] > 0
    assert empty[vocabulary.bar] < later[vocabulary.bar] < 0
    for token in _ids(model, "Part_1", *note[1:]):
        presence.accept(token)
    assert presence.process(flat, draft)[vocabulary.bar] > 0
    assert not flat.any()


def test_who_has_played_less_than_usual_by_now_is_likelier(model: LiveModel) -> None:
    vocabulary, draft = model.tokenizer.vocabulary, _draft(model)
    walking = Usual(frozenset({0, 1}), 5.0, {0: 4.0, 1: 1.0})
    presence = Presence(walking, vocabulary)
    for token in _ids(model, "Part_0", "Pitch_40", "Part_1", "Pitch_60"):
        presence.accept(token)
    first, flat = vocabulary.first_part, torch.zeros(len(vocabulary))

    def leaning(share: float) -> list[float]:
        length = int(vocabulary.meter_lengths[draft.state.meter])
        draft.state = draft.state._replace(position=int(share * length))
        return presence.process(flat, draft)[first : first + 2].tolist()

    assert leaning(0.0) == leaning(0.25) == [0.0, 0.0]
    later, late = leaning(0.375), leaning(0.75)
    assert late[0] > later[0] > 0
    assert later[1] == late[1] == 0


def test_a_bar_in_which_one_part_lacks_ends_later_however_full_it_is(model: LiveModel) -> None:
    vocabulary, draft = model.tokenizer.vocabulary, _draft(model)
    flat = torch.zeros(len(vocabulary))
    bar_lines = []
    for each in ({0: 4.0, 1: 1.0}, {0: 1.0, 1: 1.0}):
        presence = Presence(Usual(frozenset({0, 1}), 5.0, each), vocabulary)
        for token in _ids(model, "Part_0", "Pitch_40", "Part_1", *["Pitch_60"] * 4):
            presence.accept(token)
        bar_lines.append(float(presence.process(flat, draft)[vocabulary.bar]))
    assert bar_lines[0] < bar_lines[1] == 0


def test_a_branch_hears_by_itself_and_a_bar_line_begins_anew(model: LiveModel) -> None:
    vocabulary, draft = model.tokenizer.vocabulary, _draft(model)
    presence = Presence(Usual(frozenset({0}), 1.0), vocabulary)
    flat = torch.zeros(len(vocabulary))
    branch = presence.branch()
    for token in _ids(model, "Part_0", "Pitch_60"):
        branch.accept(token)
    assert presence.process(flat, draft)[vocabulary.first_part] > 0
    assert branch.process(flat, draft)[vocabulary.first_part] == 0
    branch.accept(vocabulary.bar)
    assert branch.process(flat, draft)[vocabulary.first_part] > 0


def test_who_lacked_for_bars_is_ever_likelier_and_less_so_late_in_a_bar(model: LiveModel) -> None:
    vocabulary, draft = model.tokenizer.vocabulary, _draft(model)
    first, flat = vocabulary.first_part, torch.zeros(len(vocabulary))
    presence = Presence(Usual(frozenset({0, 1}), 2.0, {0: 1.0, 1: 1.0}), vocabulary)
    length = int(vocabulary.meter_lengths[draft.state.meter])

    def missing(share: float = 0.0) -> float:
        draft.state = draft.state._replace(position=int(share * length))
        return float(presence.process(flat, draft)[first + 1])

    found = []
    for _ in range(4):
        for token in [vocabulary.bar, *_ids(model, "Part_0", "Pitch_60")]:
            presence.accept(token)
        found.append(missing())
    assert found[0] < found[1] < found[2] < found[3]
    assert found[3] - found[2] < found[1] - found[0]
    assert found[0] < missing(0.75) < found[3]
    for token in [*_ids(model, "Part_1", "Pitch_60"), *[vocabulary.bar] * 1]:
        presence.accept(token)
    assert missing() < found[3]


def test_a_thin_bar_may_end_where_nothing_more_can_come_in_it(model: LiveModel) -> None:
    vocabulary, draft = model.tokenizer.vocabulary, _draft(model)
    presence, flat = Presence(Usual(frozenset({0}), 4.0), vocabulary), torch.zeros(len(vocabulary))
    length = int(vocabulary.meter_lengths[draft.state.meter])

    def bar_line(share: float) -> float:
        draft.state = draft.state._replace(position=int(share * length))
        return float(presence.process(flat, draft)[vocabulary.bar])

    assert bar_line(0.0) < bar_line(0.5) < bar_line(0.9) < 0
    assert bar_line(0.9) > -0.5


@pytest.mark.parametrize(("temperature", "watched"), [(0.8, True), (1.0, True), (1.2, False)])
def test_the_bold_may_leave(model: LiveModel, temperature: float, *, watched: bool) -> None:
    request = Request(
        start=4 * BAR,
        bars=2,
        alternatives=1,
        sampling=SamplingConfig(temperature=temperature),
    )
    recipe = Recipe(model, chord_piece(), request)
    kinds = {type(each) for each in recipe.processors()}
    assert (Presence in kinds) == watched
