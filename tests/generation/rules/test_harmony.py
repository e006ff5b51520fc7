"""The chords over a piece are said as they stand, and held to on strong beats when asked."""

from dataclasses import replace

import numpy as np
import pytest

from engine.generation.continuation import continuations
from engine.generation.draw import MusicGenerator
from engine.generation.filling import fills
from engine.generation.model import LiveModel
from engine.generation.plan import Plan
from engine.generation.reading.chords import is_strong
from engine.generation.reharmonizing import chord_likelihoods
from engine.generation.row import rows_of
from engine.generation.rules import rules_of
from engine.generation.rules.harmony import ChordTrack
from engine.harmony.chord_symbols import Chord, pitch_classes
from engine.harmony.chord_track import chord_at, typed_chords, with_chords, written_chords
from engine.model.decoding.decoder import Branches, Decoder
from engine.request import Request
from engine.tokens.reader import ChordRead, NoteReader
from engine.tokens.vocabulary import TokenKind
from engine.values.config import SamplingConfig
from engine.values.score import Note, Score
from tests.generation.conftest import BAR, chord_piece
from tests.generation.rules.conftest import PRIORS, rule_in, say


@pytest.fixture
def score() -> Score:
    plain = chord_piece(bars=4)
    text = "C | C | C | C | F Dm7 | G7 | Am G | C"
    return with_chords(plain, typed_chords(text, plain))


@pytest.fixture
def generator(filling_folder) -> MusicGenerator:
    return MusicGenerator(replace(LiveModel.load(filling_folder), priors=PRIORS))


@pytest.fixture
def branched(monkeypatch: pytest.MonkeyPatch) -> list[Branches]:
    kept: list[Branches] = []
    plain = Decoder.branches

    def branches(decoder: Decoder, count: int) -> Branches:
        kept.append(plain(decoder, count))
        return kept[-1]

    monkeypatch.setattr(Decoder, "branches", branches)
    return kept


def ask(**changes: object) -> Request:
    sampling = SamplingConfig(seed=11, temperature=1.2)
    return replace(Request(start=4 * BAR, bars=4, alternatives=1, sampling=sampling), **changes)


def chords_said(generator: MusicGenerator, ids) -> list[tuple[int, tuple[int, str]]]:
    vocabulary = generator.model.tokenizer.vocabulary
    reader = NoteReader(vocabulary, programs=(0, 33, -1))
    read = [reader.push(token) for token in ids]
    return [(r.start, vocabulary.chords[r.chord]) for r in read if isinstance(r, ChordRead)]


def test_the_chords_over_the_bars_to_come_are_said_where_they_stand(
    generator, score, branched
) -> None:
    # A piece that the model ends by itself lacks the chords behind its end.
    drawn = (SamplingConfig(seed=seed, temperature=1.0) for seed in range(11, 31))
    assert any(not continuations(generator, score, ask(sampling=one))[0].ended for one in drawn)
    bar = generator.model.tokenizer.bar
    said = chords_said(generator, [bar, *branched[-1].ids(0)])
    wanted = [
        ((chord.tick - 4 * BAR) * 12 // 480, (chord.root, chord.quality))
        for chord in written_chords(score)
        if chord.tick >= 4 * BAR
    ]
    # A change is said when its time comes: where nothing follows in its bar it is said at its end.
    assert said == wanted


def test_the_bars_before_are_read_with_the_chords_over_them(generator, score) -> None:
    other = with_chords(score, typed_chords("Am | Am | Am | Am", score))
    names = generator.model.tokenizer.token_names
    for piece, name in ((score, "Chord_0.maj"), (other, "Chord_9.min")):
        read = [names[token] for token in Plan(generator.model, piece, ask()).prompt.ids]
        assert [word for word in read if word.startswith("Chord")] == [name] * 4


def test_free_harmony_takes_no_notice(generator, score) -> None:
    plain = replace(score, others=())
    free = continuations(generator, score, ask(harmony="free"))
    assert free[0].parts == continuations(generator, plain, ask())[0].parts


def foreign(score: Score, parts) -> list[int]:
    chords = written_chords(score)
    return [
        part.note.start
        for part in parts
        if not score.tracks[part.track].is_drum
        and is_strong(part.note.start, score)
        and part.note.pitch % 12 not in pitch_classes(chord_at(chords, part.note.start))
    ]


def test_on_strong_beats_nothing_but_tones_of_the_chord_is_struck_when_asked(
    generator, score
) -> None:
    held = continuations(generator, score, ask(harmony="held", alternatives=4))
    assert all(made.parts for made in held)
    assert not any(foreign(score, made.parts) for made in held)


@pytest.mark.parametrize(
    ("position", "classes"), [(0, {5, 9, 0}), (12, set(range(12))), (24, {2, 5, 9, 0})]
)
def test_what_may_be_struck_depends_on_the_beat_and_its_chord(
    generator, score, position, classes
) -> None:
    """Over F and Dm7, a bar; between its strong beats every pitch may come."""
    vocabulary = generator.model.tokenizer.vocabulary
    plan = Plan(generator.model, score, ask(harmony="held"))
    (row,) = rows_of(plan, rules_of(plan))
    say(row.state, vocabulary, "Chord_5.maj", f"Position_{position}", "Part_0")
    logits = np.zeros(len(vocabulary), np.float32)
    row.shape(logits)
    pitches = np.isfinite(logits[vocabulary.ids_of(TokenKind.PITCH)])
    assert {int(pitch) % 12 for pitch in np.flatnonzero(pitches)} == classes


def test_a_change_that_falls_together_with_another_keeps_no_later_one_from_being_said(
    generator,
) -> None:
    plain, vocabulary = chord_piece(bars=4), generator.model.tokenizer.vocabulary
    changes = [(0, 0), (4 * BAR, 0), (4 * BAR + 470, 5), (4 * BAR + 480, 7), (4 * BAR + 1440, 9)]
    score = with_chords(plain, [Chord(tick, root, "maj", root) for tick, root in changes])
    plan = Plan(generator.model, score, ask())
    track, state, said = rule_in(plan, ChordTrack), plan.decoding_state(), []
    assert track is not None
    say(state, vocabulary, "Chord_0.maj")
    while ids := track.instead(vocabulary.names.index("Position_40"), state):
        said += [vocabulary.names[token] for token in ids]
        for token in ids:
            state.advance(token)
    assert said == ["Position_12", "Chord_5.maj", "Position_36", "Chord_9.maj"]


def test_a_gap_is_filled_to_the_chords_over_it(generator) -> None:
    plain = chord_piece(bars=8)
    score = with_chords(plain, typed_chords("C | C | Am | F | C | C | C | C", plain))
    roles = ("write", "context", "context")
    (made,) = fills(
        generator, score, ask(start=2 * BAR, bars=2, fill=True, roles=roles, harmony="held")
    )
    assert made.parts
    assert not foreign(score, made.parts)


def test_strong_beats_are_a_bars_first_and_its_middle() -> None:
    four = chord_piece(bars=2)
    three = chord_piece(bars=2, meter=(3, 4))
    assert [tick for tick in range(0, BAR, 480) if is_strong(tick, four)] == [0, 960]
    assert [tick for tick in range(0, 1440, 480) if is_strong(tick, three)] == [0]


def test_chords_over_a_tune_are_as_likely_as_the_model_finds_them_when_it_reads_them(
    generator,
) -> None:
    """Of each read alone the same but for rounding, and what the accompaniment plays has no say."""
    plain = chord_piece(bars=6)
    score = with_chords(plain, typed_chords("C F G C Am F", plain))
    chords = typed_chords("G7 Em Bdim/D C", score)
    place = {"tune": 0, "start": 2 * BAR, "end": 3 * BAR}
    together = chord_likelihoods(generator, score, chords, **place)
    assert len(together) == 4
    assert len(set(together)) == 4
    assert all(value < 0 for value in together)
    pairs = (chord_likelihoods(generator, score, (chords[0], one), **place) for one in chords[1:])
    apart = [pair[1] - pair[0] for pair in pairs]
    assert apart == pytest.approx([value - together[0] for value in together[1:]], abs=0.05)
    bass = score.tracks[1].with_part((Note(2 * BAR, 41, BAR),), start=2 * BAR, end=3 * BAR)
    assert chord_likelihoods(generator, score.with_track(1, bass), chords, **place) == together


def test_a_chord_in_the_middle_of_a_bar_is_judged_by_what_follows_it(generator) -> None:
    plain = chord_piece(bars=4)
    score = with_chords(plain, typed_chords("C F | G C", plain))
    chords = typed_chords("Dm7 E7", score)
    found = chord_likelihoods(generator, score, chords, tune=0, start=BAR // 2, end=BAR)
    assert len(set(found)) == 2


def test_the_rest_of_a_bar_that_is_begun_is_filled_under_what_is_written(generator) -> None:
    plain = chord_piece()
    score = with_chords(plain, typed_chords("C | F | G | C G F G", plain))
    start = 3 * BAR + 500
    drawn = (SamplingConfig(seed=seed) for seed in range(4))
    made = [
        part.note.start
        for one in drawn
        for each in continuations(generator, score, ask(start=start, bars=2, sampling=one))
        for part in each.parts
    ]
    assert any(start <= tick < 4 * BAR for tick in made)
