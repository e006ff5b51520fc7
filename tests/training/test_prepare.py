from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.form.moving import moved
from engine.ground.errors import MidiFileError, TrainingError
from engine.tokens.cache import TokenCache, TokenizedSong
from engine.tokens.store import open_store
from engine.training import prepare as room
from engine.training.prepare import (
    CHANGED,
    EncodedSongs,
    ReadSong,
    Song,
    own_score,
    prepare,
    split_of,
)
from engine.values.score import Note, Score, Track


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


@pytest.fixture
def kept(tmp_path):
    with TokenCache(tmp_path / "songs.sqlite") as cache:
        yield EncodedSongs(cache, "recipe")


@dataclass
class Drive:
    """A drive with songs that may be away, or have been written anew."""

    songs: dict[str, ReadSong]
    there: bool = True

    def read(self, name: str) -> ReadSong:
        if not self.there:
            raise MidiFileError("The drive does not answer.")
        return self.songs[name]


def test_a_song_that_could_not_be_read_once_is_read_another_time(tokenizer, tmp_path, kept):
    drive = Drive({"a": ReadSong(tune(60), b"a"), "b": ReadSong(Score(), b"b")})
    songs = [Song(name="here", source="here", content=b"here")]
    songs += [Song(name=name, source=name, content=name.encode()) for name in "ab"]
    # As an earlier version has kept it.
    kept.cache.add([(b"here", TokenizedSong(problem="It was away."))], recipe=kept.recipe)
    drive.there = False
    with pytest.raises(TrainingError, match="None of the songs"):
        prepared(songs, tmp_path / "store", tokenizer, drive.read, kept=kept)
    assert kept.cache.known(recipe=kept.recipe) == {b"here"}
    drive.there, drive.songs["here"] = True, ReadSong(tune(50), b"here")
    report = prepared(songs, tmp_path / "store", tokenizer, drive.read, kept=kept)
    assert [p.problem for p in report] == ["", "", "It has no notes."]
    assert kept.cache.encoded(recipe=kept.recipe) == {b"here", b"a"}
    # That there is nothing to encode in it is known for good.
    assert kept.cache.known(recipe=kept.recipe) == {b"here", b"a", b"b"}


def test_a_file_that_was_changed_is_neither_learned_from_nor_kept(tokenizer, tmp_path, kept):
    drive = Drive({"a": ReadSong(tune(60), b"another"), "b": ReadSong(tune(62), b"b")})
    songs = [Song(name=name, source=name, content=name.encode()) for name in "ab"]
    report = prepared(songs, tmp_path / "store", tokenizer, drive.read, kept=kept)
    assert [p.problem for p in report] == [CHANGED, ""]
    assert [bool(p.tokens) for p in report] == [False, True]
    assert set(open_store(tmp_path / "store").names) <= {"b", "b (end)"}
    assert kept.cache.known(recipe=kept.recipe) == {b"b"}


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
    # As every song: begin, its only part, a bar.
    assert store.ids(1)[3] == bar


def test_the_end_that_is_held_out_is_a_song(tokenizer, tmp_path):
    bass = Track(program=33, notes=tuple(Note(i * 1920, 36, 1920) for i in range(20)))
    whole = Score(tracks=(*tune(60, bars=20).tracks, bass))
    prepared([Song(name="only", source=whole)], tmp_path, tokenizer)
    ids = open_store(tmp_path).ids(1)[1:-1]
    encoded = tokenizer.encode(whole)
    assert ids[: len(encoded.declared)].tolist() == encoded.declared.tolist()
    end, all_of_it = tokenizer.decode(ids), tokenizer.decode(encoded.ids)
    bar = 4 * tokenizer.ticks_per_quarter
    kept = moved(all_of_it.between(18 * bar, all_of_it.end), -18 * bar)
    assert [track.program for track in end.tracks] == [0, 33]
    assert [track.notes for track in end.tracks] == [track.notes for track in kept.tracks]


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
