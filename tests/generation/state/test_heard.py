"""What ids say, read id by id, is what a slow reading of the whole song says."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.generation.model import LiveModel
from engine.generation.plan import Plan
from engine.generation.state.heard import LONGEST_LAG, NOTHING, Heard
from engine.ground.paths import demo_pieces
from engine.midi.file.midifile import read_midi
from engine.request import Request
from engine.tokens.grammar import Grammar, Place
from engine.tokens.ordering import drawn
from engine.tokens.parts import NO_PART
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import TokenKind, Vocabulary
from engine.values.config import TokenizerConfig
from engine.values.score import Score, TimeSignature
from engine.values.time import BarMap
from tests.generation.conftest import ALL, BAR, SOME, chord_piece, gap, in_the_middle

TOKENIZER = Tokenizer()
VOCABULARY = TOKENIZER.vocabulary
PIECES = sorted(path.name for path in demo_pieces().glob("*.mid"))
_NOTES = ("Pitch", "PitchDrum")
_BEFORE_NOTES = ("Program", "Bars", "Rejoin", "BOS", "EOS")
_BEFORE_MUSIC = {Place.START, Place.DECLARING, Place.DECLARED, Place.ANNOUNCED, Place.END}


def demo(name: str) -> Score:
    return read_midi((demo_pieces() / name).read_bytes()).score


@dataclass(frozen=True)
class Slowly:
    """Ids read anew from their names, from the first to the last, for each question.

    Attributes:
        vocabulary: Whose.
        ids: All of them.
    """

    vocabulary: Vocabulary
    ids: tuple[int, ...]

    @cached_property
    def words(self) -> list[tuple[str, str]]:
        names = (self.vocabulary.names[token] for token in self.ids)
        return [(kind, value) for kind, _, value in (name.partition("_") for name in names)]

    @cached_property
    def places(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = defaultdict(list)
        for place, (kind, _) in enumerate(self.words):
            found[kind].append(place)
        return found

    @property
    def bar_lines(self) -> list[int]:
        return self.places["Bar"]

    def latest(self, kind: str, until: int, since: int = 0) -> int:
        """Return the place of the last word of a kind in [since, until); −1 where none is."""
        places = self.places[kind]
        index = bisect_left(places, until) - 1
        return places[index] if index >= 0 and places[index] >= since else -1

    def silent_since(self, until: int) -> int:
        """Return the place after the last word in [0, until) that is before music, not of it."""
        return 1 + max(self.latest(kind, until) for kind in _BEFORE_NOTES)

    def playing(self, until: int) -> int:
        """Return the place of the Part id that says who plays; −1 where nobody does yet."""
        return self.latest("Part", until, self.silent_since(until))

    def bar(self, number: int, until: int) -> list[tuple[str, int, int, int, list[int]]]:
        """Return the notes of a bar so far: kind, ids of position, part and pitch, sound."""
        begin = self.bar_lines[number]
        lines = [*self.bar_lines, len(self.ids)]
        notes = []
        for place in range(begin, min(until, lines[number + 1])):
            kind = self.words[place][0]
            if kind in _NOTES:
                places = self.latest("Position", place, begin), self.playing(place)
                position, part = (NOTHING if at < 0 else self.ids[at] for at in places)
                notes.append((kind, position, part, self.ids[place], []))
            elif kind in ("Velocity", "Duration"):
                notes[-1][4].append(self.ids[place])
        return notes

    def struck(self, number: int, until: int) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for _, _, part, pitch, _ in self.bar(number, until):
            number_of = NO_PART if part == NOTHING else int(self.vocabulary.names[part][5:])
            found.setdefault(number_of, []).append(int(self.vocabulary.names[pitch].split("_")[1]))
        return found

    def nested(self, number: int, until: int) -> dict[int, dict[int, dict[int, list[int]]]]:
        found: dict[int, dict[int, dict[int, list[int]]]] = {}
        for _, position, part, pitch, sound in self.bar(number, until):
            found.setdefault(position, {}).setdefault(part, {}).setdefault(pitch, []).extend(sound)
        return found

    def length(self, number: int) -> int:
        """Return the positions of a bar whose meter is said."""
        lines = [*self.bar_lines, len(self.ids)]
        meter = self.latest("TimeSig", lines[number + 1])
        numerator, denominator = map(int, self.words[meter][1].split("/"))
        return 4 * self.vocabulary.positions_per_beat * numerator // denominator

    def check(self, heard: Heard, until: int) -> None:
        """Compare what is heard after so many ids with the slow reading."""
        past = sum(line < until for line in self.bar_lines)
        now = past - 1
        assert heard.begun == past
        assert heard.kind == (self.vocabulary.kinds[self.ids[until - 1]] if until else 0)
        begin = self.bar_lines[now] if past else 0
        position, part = self.latest("Position", until, begin), self.playing(until)
        assert heard.position == (NOTHING if position < 0 else self.ids[position])
        assert heard.part == (NOTHING if part < 0 else self.ids[part])
        assert heard.part_number == (NO_PART if part < 0 else int(self.words[part][1]))
        if not past:
            assert not heard.bars
            assert heard.now == 0
            return
        notes = self.bar(now, until)
        here = [note for note in notes if note[1:3] == (heard.position, heard.part)]
        changed = max(position, part, begin, self.silent_since(until))
        said = [p for p in range(changed, until) if self.words[p][0] in _NOTES]
        assert heard.pitch == (self.ids[said[-1]] if said else NOTHING)
        assert not said or here[-1][3] == heard.pitch
        assert heard.struck == self.struck(now, until)
        assert heard.notes == len(notes)
        assert heard.bars[-1] == self.nested(now, until)
        if until - 1 != begin and self.words[until - 1][0] != "TimeSig":
            return
        # The rest changes with bar lines and meters alone.
        assert len(heard.bars) == min(past, LONGEST_LAG + 1)
        assert heard.whole_bars == tuple(
            self.nested(number, until) for number in range(past - len(heard.bars), now)
        )
        assert heard.struck_before == (self.struck(now - 1, until) if now else {})
        assert heard.bar_start == heard.now == sum(map(self.length, range(now)))
        if self.words[until - 1][0] == "TimeSig":
            assert heard.bar_length == self.length(now)


def check_all(vocabulary: Vocabulary, ids: Sequence[int]) -> Heard:
    """Compare both readings after each id; return what is heard at the end."""
    slowly, heard = Slowly(vocabulary, tuple(map(int, ids))), Heard(vocabulary)
    slowly.check(heard, 0)
    for until, token in enumerate(slowly.ids, 1):
        heard.push(token)
        slowly.check(heard, until)
    return heard


@pytest.mark.parametrize("name", PIECES)
def test_demo_pieces(name: str) -> None:
    score = demo(name)
    ids = TOKENIZER.encode(score.between(0, BarMap.of(score).start_of(LONGEST_LAG + 2))).ids
    heard = check_all(VOCABULARY, ids)
    assert heard.begun > LONGEST_LAG


@pytest.mark.parametrize(
    "signatures",
    [
        ((0, 5, 4),),
        ((0, 7, 8),),
        ((0, 17, 16),),
        ((0, 4, 4), (2 * BAR, 3, 4), (2 * BAR + 3 * 1440, 6, 8), (2 * BAR + 5 * 1440 + 100, 2, 2)),
    ],
    ids=["5/4", "7/8", "17/16", "changes"],
)
def test_odd_and_changing_meters(signatures: tuple[tuple[int, int, int], ...]) -> None:
    piece = replace(
        chord_piece(8), time_signatures=tuple(TimeSignature(*each) for each in signatures)
    )
    heard = check_all(VOCABULARY, TOKENIZER.encode(piece).ids)
    assert heard.bar_length
    assert heard.bar_start


def test_what_a_continuation_reads_with_another_piece_remembered(tiny_folder: Path) -> None:
    model = LiveModel.load(tiny_folder)
    request = Request(
        start=4 * BAR + 700, bars=2, alternatives=1, remembered=demo("minuet-in-g.mid")
    )
    plan = Plan(model, chord_piece(8), request)
    assert plan.ids.count(model.tokenizer.begin) == 2
    check_all(plan.vocabulary, plan.ids)


@pytest.mark.parametrize("roles", [SOME, ALL])
@pytest.mark.parametrize("asked", [gap(), in_the_middle()])
def test_what_is_read_before_a_gap(
    filling_folder: Path, roles: tuple[str, ...], asked: Request
) -> None:
    model = LiveModel.load(filling_folder)
    plan = Plan(model, chord_piece(16), replace(asked, roles=roles))
    kinds = plan.vocabulary.kinds[list(plan.ids)]
    assert {TokenKind.GAP, TokenKind.FILL} <= set(kinds.tolist())
    check_all(plan.vocabulary, plan.ids)


@pytest.mark.parametrize("name", ["night-drive.mid", "waltz-for-two.mid", "minuet-in-g.mid"])
@pytest.mark.parametrize("gaps", [False, True])
def test_who_plays_is_who_the_grammar_says(name: str, *, gaps: bool) -> None:
    """In songs with gaps, too, which announce parts that do not play."""
    tokenizer = Tokenizer(TokenizerConfig(any_order=True))
    vocabulary, grammar = tokenizer.vocabulary, Grammar(tokenizer)
    ids = np.array([tokenizer.begin, *tokenizer.encode(demo(name)).ids, tokenizer.end], np.uint16)
    if gaps:
        ids = drawn(ids, np.random.default_rng(3), vocabulary)
        assert (vocabulary.kinds[ids] == TokenKind.REJOIN).sum() > 2
    heard, state, notes = Heard(vocabulary), grammar.start, 0
    for token in ids.tolist():
        state = grammar.advance(state, token)
        heard.push(token)
        if state.place not in _BEFORE_MUSIC:
            assert heard.part_number == (NO_PART if state.part < 0 else state.part)
        if state.place in {Place.PITCH, Place.DRUM}:
            notes += 1
            assert heard.value(heard.pitch) == state.pitch
            assert heard.value(heard.position) == state.position
            assert heard.struck[state.part][-1] == state.pitch
    assert notes > 100


@pytest.mark.parametrize("asked", [gap(), in_the_middle(), gap(roles=ALL)])
def test_rows_of_a_gap_begin_with_who_the_grammar_says_plays(
    filling_folder: Path, asked: Request
) -> None:
    state = Plan(LiveModel.load(filling_folder), chord_piece(16), asked).decoding_state()
    assert state.heard.part_number == (NO_PART if state.part < 0 else state.part)


def snapshot(heard: Heard) -> dict[str, object]:
    """Return all that can be read of it, as a copy."""
    read = {
        name: getattr(heard, name)
        for name in (*vars(heard), *(n for n, v in vars(Heard).items() if isinstance(v, property)))
    }
    return deepcopy(read)


@pytest.mark.parametrize("seed", range(4))
def test_branches_go_on_by_themselves(seed: int) -> None:
    """Whoever goes on, the trunk or the branch, the other one hears nothing of it."""
    ids = TOKENIZER.encode(demo("little-march.mid")).ids[:1500].tolist()
    draw = np.random.default_rng(seed)
    trunk = Heard(VOCABULARY)
    for begin, end in zip(range(0, 1400, 100), range(100, 1500, 100), strict=True):
        for token in ids[begin:end]:
            trunk.push(token)
        branches = [trunk.branch(), trunk.branch()]
        before = snapshot(trunk)
        assert snapshot(branches[0]) == snapshot(branches[1]) == before
        place = end
        for token in ids[place : place + int(draw.integers(1, 90))]:
            branches[0].push(token)
            place += 1
        assert snapshot(trunk) == snapshot(branches[1]) == before
        assert snapshot(branches[0]) == snapshot(Heard(VOCABULARY, ids[:place]))
        ahead = snapshot(branches[0])
        deeper = branches[0].branch()
        for token in draw.integers(0, len(VOCABULARY), 40).tolist():
            branches[1].push(token)
            deeper.push(token)
        assert snapshot(trunk) == before
        assert snapshot(branches[0]) == ahead
    assert snapshot(trunk) == snapshot(Heard(VOCABULARY, ids[:1400]))


@pytest.mark.slow
@given(ids=st.lists(st.integers(0, len(VOCABULARY) - 1), max_size=120), cut=st.integers(0, 120))
def test_ids_that_say_nothing_sensible_are_read_all_the_same(ids: list[int], cut: int) -> None:
    trunk = Heard(VOCABULARY, ids[:cut])
    before, branch = snapshot(trunk), trunk.branch()
    for token in ids[cut:]:
        branch.push(token)
    assert snapshot(branch) == snapshot(Heard(VOCABULARY, ids))
    assert snapshot(trunk) == before
    notes = np.isin(VOCABULARY.kinds[ids], (TokenKind.PITCH, TokenKind.DRUM))
    assert branch.begun == ids.count(VOCABULARY.bar)
    last_bar = len(ids) - ids[::-1].index(VOCABULARY.bar) if VOCABULARY.bar in ids else 0
    assert branch.notes == notes[last_bar:].sum()
