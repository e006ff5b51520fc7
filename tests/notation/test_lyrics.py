"""Lyrics: karaoke, words in a track of their own, one encoding for a file, verses, melismas."""

import pytest

from engine.midi.file.midifile import read_midi, write_midi
from engine.notation.lyrics import lyrics_of
from engine.notation.musicxml import write
from engine.notation.notating import notate
from engine.notation.reading import read_musicxml
from engine.values.score import Note, Other, Score, Track
from engine.values.texts import encoding_of
from tests.notation.musicxml import document, note
from tests.notation.others import problems


def track(*starts: int, pitch: int = 60, words: tuple[Other, ...] = ()) -> Track:
    notes = tuple(Note(start, pitch, 480) for start in starts)
    return Track(program=52, notes=notes, others=words)


def lyric(tick: int, text: str | bytes) -> Other:
    return Other(tick, 5, text.encode() if isinstance(text, str) else text)


def text(tick: int, content: str) -> Other:
    return Other(tick, 1, content.encode())


def page_words(score: Score) -> list[list[tuple[str, str]]]:
    """The first verse of each part, as it stands on the page."""
    return [
        [
            (symbol.lyrics[0].text, symbol.lyrics[0].syllabic)
            for measure in part.measures
            for voice in measure.voices
            for symbol in voice.symbols
            if symbol.lyrics and symbol.lyrics[0] is not None
        ]
        for part in notate(score).parts
    ]


KARAOKE = (
    text(0, "@KMIDI KARAOKE FILE"),
    text(0, "@TMy Song"),
    text(0, "\\Good "),
    text(480, "mor"),
    text(960, "ning"),
    text(1440, "/all"),
)
WORDS = [("Good", "single"), ("mor", "begin"), ("ning", "end"), ("all", "single")]


def test_karaoke_words_stand_under_the_track_that_sings_them() -> None:
    bass = track(0, 960, pitch=36)
    melody = track(0, 480, 960, 1440, 1920)
    chords = track(*range(0, 3840, 240), pitch=50)
    score = Score(tracks=(bass, chords, melody), others=KARAOKE)
    assert page_words(score) == [[], [], WORDS]


def test_words_of_a_track_without_notes_find_their_notes_even_a_little_late() -> None:
    words = Track(others=(lyric(20, "la "), lyric(500, "li "), lyric(960, "lo")))
    score = Score(tracks=(words, track(0, 480, 960)))
    assert [word for word, _ in page_words(score)[0]] == ["la", "li", "lo"]


def test_words_that_fit_no_track_stand_nowhere() -> None:
    words = Track(others=tuple(lyric(100 + 480 * n, "la ") for n in range(4)))
    score = Score(tracks=(words, track(0, 480, 960, 1440)))
    assert page_words(score) == [[]]


def test_a_track_keeps_its_own_words_and_texts_are_no_lyrics() -> None:
    own = track(0, 480, words=(lyric(0, "one "), lyric(480, "two")))
    other = track(0, 480, words=(text(0, "Refrain"),))
    score = Score(tracks=(own, other), others=(text(0, "made with care"),))
    assert page_words(score) == [[("one", "single"), ("two", "single")], []]


ENCODINGS = {
    "shift_jis": ["さ", "く", "ら", "花"],
    "cp1251": ["мо", "я", "ра", "дость"],
    "gbk": ["月", "亮", "代", "表", "我", "的", "心"],
    "cp1252": ["für", "den", "Mör", "der"],
    "utf-8": ["さ", "я", "für"],
}


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_all_syllables_of_a_file_have_one_encoding(encoding: str) -> None:
    syllables = ENCODINGS[encoding]
    words = tuple(lyric(480 * n, s.encode(encoding)) for n, s in enumerate(syllables))
    score = Score(tracks=(track(*(480 * n for n in range(len(syllables))), words=words),))
    assert [word for word, _ in page_words(score)[0]] == syllables
    again = read_midi(write_midi(score)).score
    assert [word for word, _ in page_words(again)[0]] == syllables


def test_texts_in_utf_8_and_in_ascii_say_their_encoding_themselves() -> None:
    assert encoding_of([b"la", "für".encode()]) == ""
    assert encoding_of([b"la"]) == encoding_of([]) == ""


def verse(number: int, word: str, syllabic: str = "single") -> str:
    return f'<lyric number="{number}"><syllabic>{syllabic}</syllabic><text>{word}</text></lyric>'


def test_verses_without_a_repeat_all_come_along_and_go_out_again() -> None:
    measure = note("C", 2, more=verse(1, "Day") + verse(2, "Night")) + note(
        "D", 2, more=verse(1, "of", "begin") + verse(3, "x")
    )
    score = read_musicxml(document(measure, note("E", more=verse(1, "ten", "end")))).score
    found = lyrics_of(score)[0]
    assert [[one and one.text for one in verses] for verses in found.values()] == [
        ["Day", "Night", None],
        ["of", None, "x"],
        ["ten", None, None],
    ]
    data = write(notate(score))
    assert problems(data) == []
    assert lyrics_of(read_musicxml(data).score)[0] == found


def test_a_syllable_is_drawn_out_over_the_notes_that_have_none() -> None:
    words = (lyric(0, "Glo-"), lyric(960, "ria "), lyric(1920 + 480, "x"))
    notes = (0, 480, 960, 1440, 2400)
    score = Score(tracks=(track(*notes, words=words),))
    found = lyrics_of(score)[0]
    assert [verses[0].extends for verses in found.values() if verses[0]] == [False, True, False]
    data = write(notate(score))
    assert data.count(b"<extend") == 1
    assert problems(data) == []
