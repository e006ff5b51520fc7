import random

from engine.copying.fingerprints import Fingerprints
from engine.copying.windows import WINDOW, windows
from engine.values.score import Note, Score, Track


def melody(seed, length=40, *, transpose=0, ticks_per_quarter=480):
    draw = random.Random(seed)  # noqa: S311 - not a secret
    tick, notes = 0, []
    for _ in range(length):
        notes.append(Note(tick, draw.randint(48, 72) + transpose, ticks_per_quarter // 4))
        tick += draw.choice([1, 2, 3]) * ticks_per_quarter // 4
    return Score(ticks_per_quarter=ticks_per_quarter, tracks=(Track(notes=tuple(notes)),))


def test_a_copy_is_found_in_another_key_and_on_another_grid():
    prints = Fingerprints([("mine", melody(1)), ("other", melody(2))])
    found = prints.look_up(melody(1, transpose=5, ticks_per_quarter=96))
    assert found.copied == 1.0
    assert found.windows == 40 - WINDOW + 1
    assert {match.song for match in found.matches} == {"mine"}


def test_new_music_is_not_found_and_a_copied_passage_is_only_there():
    prints = Fingerprints([("mine", melody(1))])
    assert prints.look_up(melody(3)).copied == 0.0
    fresh, old = melody(3).tracks[0].notes, melody(1).tracks[0].notes
    later = fresh[-1].start + 480
    moved = tuple(Note(later + n.start, n.pitch, n.duration) for n in old)
    joined = Score(tracks=(Track(notes=fresh + moved),))
    found = prints.look_up(joined)
    assert found.windows == 80 - WINDOW + 1
    assert len(found.matches) == 40 - WINDOW + 1
    assert found.matches[0].start == later
    assert prints.look_up(joined, start=later).copied == 1.0


def test_scales_repeated_notes_and_drums_are_nobodys():
    scale = Track(notes=tuple(Note(i * 120, 40 + i, 120) for i in range(40)))
    drums = Track(is_drum=True, notes=melody(1).tracks[0].notes)
    score = Score(tracks=(scale, drums))
    assert [list(windows(track, score)) for track in score.tracks] == [[], []]
    assert Fingerprints([]).look_up(score).copied == 0.0
