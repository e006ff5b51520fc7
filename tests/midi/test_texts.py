"""Texts of a whole file are read in one encoding; words belong to the part that sings them."""

import mido
import pytest

from engine.midi.file.midifile import read_midi, write_midi
from engine.notation.lyrics import verses_by_tick
from engine.values.score import KeySignature, Score
from tests.midi.files import TEMPO, file_of, tune

_SAID = {
    "shift_jis": ("ピアノ伴奏", ("さ", "く", "ら", "花")),
    "gbk": ("钢琴协奏曲", ("春", "天", "来", "了")),
    "big5": ("鋼琴協奏曲第一樂章", ("春", "天", "來", "了")),
    "euc_jp": ("さくらさくら", ("や", "よ", "い", "空")),
    "euc_kr": ("아름다운 나의 조국 노래", ("봄", "이", "온", "다")),
    "cp1251": ("Музыка для фортепиано", ("Зи", "ма", "при", "шла")),
    "koi8-r": ("Музыка для фортепиано", ("Зи", "ма", "при", "шла")),
    "cp1252": ("Frühlingsgefühl für Élise", ("Früh", "ling", "kömmt", "an")),
    "utf-8": ("Frühling — 春", ("Früh", "ling", "春", "an")),
}


def _text(kind: str, text: str, encoding: str) -> mido.MetaMessage:
    # mido is told Latin-1, so that the bytes of the other encoding come out.
    field = "name" if kind == "track_name" else "text"
    return mido.MetaMessage(kind, **{field: text.encode(encoding).decode("latin-1")})


@pytest.mark.parametrize("encoding", _SAID)
def test_short_syllables_are_read_as_the_rest_of_the_file_is(encoding: str) -> None:
    title, syllables = _SAID[encoding]
    words = [
        (480 * number, _text("lyrics", syllable, encoding))
        for number, syllable in enumerate(syllables)
    ]
    notes = tune(60, 62, 64, 65)
    events = sorted([*words, *notes], key=lambda event: event[0])
    data = file_of([(0, _text("track_name", title, encoding)), *events], file_format=0)
    score = read_midi(data).score
    assert score.title == title
    for once in (score, read_midi(write_midi(score)).score):
        assert [verse.text for (verse,) in verses_by_tick(once.tracks[0].others).values()] == [
            *syllables
        ]


def _karaoke() -> Score:
    words = [(0, "\\Good "), (480, "mor"), (960, "ning"), (1440, "/all")]
    return read_midi(
        file_of(
            [(0, mido.MetaMessage("text", text="@KMIDI KARAOKE FILE"))],
            [
                (0, mido.MetaMessage("track_name", name="Words")),
                (0, mido.MetaMessage("text", text="@LENGL")),
                *((tick, mido.MetaMessage("text", text=text)) for tick, text in words),
            ],
            tune(*[48, 50] * 8, channel=1, step=240),
            [(0, mido.MetaMessage("track_name", name="Melody")), *tune(60, 62, 64, 65)],
        )
    ).score


def test_the_words_of_a_karaoke_file_are_the_melody_s() -> None:
    score = _karaoke()
    melody = next(track for track in score.tracks if track.name == "Melody")
    sung = {tick: verse for tick, (verse,) in verses_by_tick(melody.others).items()}
    assert [(tick, lyric.text, lyric.syllabic) for tick, lyric in sung.items()] == [
        (0, "Good", "single"),
        (480, "mor", "begin"),
        (960, "ning", "end"),
        (1440, "all", "single"),
    ]
    assert [other.data for other in score.others] == [b"@KMIDI KARAOKE FILE", b"@LENGL"]


def test_a_key_of_no_known_mode_keeps_its_signs() -> None:
    key = mido.UnknownMetaMessage(0x59, data=(0xFE, 0xFF))
    reading = read_midi(file_of([*TEMPO, (0, key)], tune(60)))
    assert reading.score.key_signatures == (KeySignature(0, -2),)
    assert reading.warnings == (
        "1 key signature is neither major nor minor; its sharps or flats were kept.",
    )
