"""One word tells each alternative from the others."""

from app.compose.offer.offer_words import Features, features_of, words_of
from engine.music.keys import Key
from engine.music.score import Note

PLAIN = Features(slope=0.0, notes=20, height=70.0, leaps=2.0, last=0)


def test_each_alternative_gets_the_word_of_its_plainest_difference() -> None:
    alternatives = (
        PLAIN,
        Features(slope=9.0, notes=20, height=71.0, leaps=2.0, last=0),
        Features(slope=0.0, notes=60, height=70.0, leaps=2.0, last=0),
        Features(slope=0.0, notes=21, height=70.0, leaps=2.0, last=7),
    )
    words = words_of(alternatives, Key(0))
    assert words[1:] == ("rises", "busier", "ends on V")


def test_no_word_is_said_twice() -> None:
    higher = [Features(slope=0.0, notes=20, height=70.0 + 5 * step, leaps=2.0) for step in range(8)]
    words = [word for word in words_of(tuple(higher), None) if word]
    assert len(words) == len(set(words))
    assert set(words) >= {"higher", "lower"}


def test_one_alternative_or_equal_ones_have_no_word() -> None:
    assert words_of((PLAIN,), Key(0)) == ("",)
    assert words_of((PLAIN, None), Key(0)) == ("", "")
    assert words_of((PLAIN, PLAIN), Key(0)) == ("", "")


def test_features_are_measured_on_the_tune_and_on_the_last_bass() -> None:
    tune = tuple(Note(480 * i, 60 + i, 480) for i in range(8))
    ending = (Note(3000, 43, 840), Note(3360, 67, 480))
    found = features_of(tune, 30, ending)
    assert found == Features(slope=6.0, notes=30, height=63.5, leaps=1.0, last=7)
    assert features_of((), 0, ()) == Features()
