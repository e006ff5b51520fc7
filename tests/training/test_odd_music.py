"""Music that nobody expects to learn from: a plain sentence, or it works."""

from dataclasses import replace

import pytest

from engine.ground.errors import TrainingError
from engine.tokens.store import open_store
from engine.training.loop import train
from engine.training.prepare import Song, own_score, prepare
from engine.training.presets import plan
from engine.values.score import Note, Score, Tempo, Track

BAR = 1920
HOUR_BARS = 1800  # of four quarters at 120 a minute


def tune(bars, *, drums=False, notes_a_bar=4):
    step = BAR // notes_a_bar
    notes = tuple(Note(i * step, 40 + i * 7 % 24, step) for i in range(bars * notes_a_bar))
    return Score(tempos=(Tempo(0, 120.0),), tracks=(Track(is_drum=drums, notes=notes),))


@pytest.fixture
def learned(tokenizer, new_model, new_run, tmp_path):
    """Prepares scores and trains a tiny model on them for two steps, planned as a Taste is."""

    def learn(*scores):
        songs = [Song(name=str(i), source=score) for i, score in enumerate(scores)]
        list(prepare(songs, tmp_path / "songs", tokenizer=tokenizer, read=own_score))
        store = open_store(tmp_path / "songs")
        made = plan(
            "taste",
            goal="fine_tune",
            tokens=store.token_count("train"),
            tokens_per_s=1000.0,
            vocabulary=tokenizer.vocabulary,
            steps=2,
        )
        run = replace(
            new_run(store=store), training=made.training, batch=made.batch, validation_tokens=512
        )
        return store, list(train(new_model(), run))

    return learn


def test_ten_seconds_of_music_work_if_there_is_something_to_predict(learned):
    store, reports = learned(tune(5, notes_a_bar=8))
    assert reports[-1].step == 2
    assert store.splits == ("train", "valid")
    assert reports[-1].best_loss is not None


def test_a_few_notes_are_refused_with_a_sentence(learned):
    with pytest.raises(TrainingError, match="too little music to learn from") as caught:
        learned(tune(1))
    assert caught.value.hint == "Add a whole piece at least."


def test_one_song_is_divided_into_what_is_learned_and_what_is_held_out(learned):
    store, reports = learned(tune(64))
    assert store.names == ("0", "0 (end)")
    assert reports[-1].best_loss < reports[0].validation_loss


def test_one_song_of_several_parts_is_learned_from(learned):
    band = Score(tracks=(*tune(40).tracks, Track(program=33, notes=tune(40).tracks[0].notes)))
    store, reports = learned(band)
    assert store.splits == ("train", "valid")
    assert reports[-1].best_loss is not None


def test_drums_alone_are_learned_and_never_transposed(learned, tokenizer):
    store, reports = learned(tune(32, drums=True), tune(32, drums=True))
    assert reports[-1].step == 2
    back = tokenizer.decode(store.ids(0)[1:-1])
    assert [track.is_drum for track in back.tracks] == [True]


@pytest.mark.slow
def test_a_song_of_three_hours_is_learned_in_segments(learned):
    store, reports = learned(tune(3 * HOUR_BARS, notes_a_bar=2))
    assert store.token_count("train") > 30_000
    assert reports[-1].step == 2
