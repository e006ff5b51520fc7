from pathlib import Path

import pytest

from engine.errors import MidiFileError, TrainingError
from engine.music.score import Note, Score, Track
from engine.tokens.store import open_store
from engine.training import prepare as room
from engine.training.prepare import Song, own_score, prepare, split_of


def tune(pitch: int, bars: int = 8) -> Score:
    notes = tuple(Note(i * 480, pitch + i % 3, 480) for i in range(4 * bars))
    return Score(tracks=(Track(notes=notes),))


def read_by_name(source: str) -> Score:
    """What `read` is for files, on names; module level, because it travels to the pool."""
    if source == "broken":
        raise MidiFileError("broken is no MIDI file.")
    return Score() if source == "silent" else tune(int(source))


def prepared(songs, folder: Path, tokenizer, read=own_score, **options):
    return list(prepare(songs, folder, tokenizer=tokenizer, read=read, **options))


def test_songs_become_ids_and_bad_ones_become_reasons(tokenizer, tmp_path):
    songs = [Song(name=name, source=name) for name in ("60", "broken", "48", "silent", "50")]
    report = prepared(songs, tmp_path, tokenizer, read_by_name)
    assert [p.problem for p in report] == [
        "",
        "broken is no MIDI file.",
        "",
        "It has no notes.",
        "",
    ]
    assert [p.done for p in report] == [1, 2, 3, 4, 5]
    store = open_store(tmp_path)
    assert sorted(store.names) == ["48", "50", "60"]
    at = store.names.index("60")
    assert store.ids(at)[1:-1].tolist() == tokenizer.encode(tune(60)).ids.tolist()
    assert report[0].tokens == len(store.ids(at)) - 2


@pytest.mark.slow
def test_a_pool_gives_what_one_process_gives(tokenizer, tmp_path, monkeypatch):
    songs = [Song(name=str(p), source=str(p)) for p in range(40, 46)]
    prepared(songs, tmp_path / "one", tokenizer, read_by_name)
    monkeypatch.setattr(room, "_SONGS_WORTH_A_POOL", 2)
    # In the pool's processes this module has no name to be found by, Tokenizer's has.
    scores = [Song(name=s.name, source=tune(int(s.name))) for s in songs]
    prepared(scores, tmp_path / "two", tokenizer, processes=2)
    one, two = open_store(tmp_path / "one"), open_store(tmp_path / "two")
    assert one.names == two.names
    assert one.splits == two.splits
    assert (one.tokens == two.tokens).all()


def test_the_split_is_by_piece_and_the_same_every_day(tokenizer, tmp_path):
    splits = {name: split_of(name) for name in map(str, range(1000))}
    assert 20 < sum(split == "valid" for split in splits.values()) < 90
    assert splits == {name: split_of(name) for name in splits}
    held_out = next(name for name, split in splits.items() if split == "valid")
    songs = [
        Song(name=f"{piece} {part}", source=tune(60 + part), piece=piece)
        for piece in (held_out, "kept")
        for part in range(3)
    ]
    prepared(songs, tmp_path, tokenizer)
    store = open_store(tmp_path)
    assert dict(zip(store.names, store.splits, strict=True)) == {
        song.name: "valid" if song.piece == held_out else "train" for song in songs
    }


def test_there_is_always_something_held_out(tokenizer, tmp_path):
    kept = [name for name in map(str, range(50)) if split_of(name) == "train"][:3]
    lengths = zip(kept, (8, 4, 12), strict=True)
    prepared(
        [Song(name=name, source=tune(60, bars)) for name, bars in lengths], tmp_path, tokenizer
    )
    store = open_store(tmp_path)
    assert store.splits == ("train", "valid", "train")
    only = Song(name="only", source=tune(60, bars=20), split="valid")
    prepared([only], tmp_path, tokenizer)
    store = open_store(tmp_path)
    assert store.splits == ("train", "valid")
    bar = tokenizer.bar
    counts = [int((store.ids(i) == bar).sum()) for i in range(2)]
    assert counts[1] == sum(counts) // 10
    assert store.ids(1)[1] == bar


def test_a_weight_repeats_training_songs_only(tokenizer, tmp_path):
    songs = [
        Song(name="a", source=tune(60), split="train", weight=3),
        Song(name="b", source=tune(50), split="valid", weight=3),
    ]
    prepared(songs, tmp_path, tokenizer)
    assert open_store(tmp_path).names == ("a", "a#2", "a#3", "b")


def test_nothing_to_learn_from_is_one_sentence(tokenizer, tmp_path):
    with pytest.raises(TrainingError, match="None of the songs") as caught:
        prepared([Song(name="x", source=Score())], tmp_path, tokenizer)
    assert caught.value.hint
    assert not (tmp_path / "songs.json").exists()


def test_a_few_songs_are_divided_fairly(tokenizer, tmp_path):
    drawn = sorted(map(str, range(400)), key=lambda name: split_of(name) == "train")
    # The draw would hold out the one song that is most of the music, and nothing else.
    long, *short = drawn[0], *drawn[-28:]
    songs = [Song(name=long, source=tune(60, bars=400))]
    songs += [Song(name=name, source=tune(60 + i, bars=16)) for i, name in enumerate(short)]
    prepared(songs, tmp_path, tokenizer)
    store = open_store(tmp_path)
    assert store.splits[store.names.index(long)] == "train"
    held_out = store.token_count("valid") / len(store.tokens)
    assert room.LEAST_HELD_OUT <= held_out <= room.MOST_HELD_OUT
    # And it would hold out none of these.
    prepared(songs[1:], tmp_path, tokenizer)
    assert 1 <= open_store(tmp_path).splits.count("valid") <= 5
