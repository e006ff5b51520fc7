"""MusicXML files that a stranger might make: small ones that ask for much work or much memory.

Each is made to be the worst of its kind; a reader that follows it to the letter computes for
minutes, or fills the memory.
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

HUGE = "999999999"
DIGITS = "9" * 10_000


def note(more: str = "", *, duration: object = 1, pitch: str = "") -> str:
    """Return a note."""
    pitch = pitch or "<step>C</step><octave>4</octave>"
    return f"<note><pitch>{pitch}</pitch><duration>{duration}</duration>{more}</note>"


def document(*measures: str, before: str = "", parts: int = 1) -> bytes:
    """Return a score whose parts are all alike."""
    listed = "".join(f'<score-part id="P{n}"/>' for n in range(parts))
    inside = "".join(f"<measure>{measure}</measure>" for measure in measures)
    written = "".join(f'<part id="P{n}">{inside}</part>' for n in range(parts))
    return (
        f"<?xml version='1.0'?>{before}<score-partwise><part-list>{listed}</part-list>"
        f"{written}</score-partwise>"
    ).encode()


def _attributes(inside: str) -> str:
    return f"<attributes>{inside}</attributes>"


def _primes() -> Iterator[int]:
    for number in range(10_001, 1 << 30, 2):
        if all(number % divisor for divisor in range(3, int(number**0.5) + 1, 2)):
            yield number


def _keys() -> bytes:
    key = _attributes(f"<key><fifths>{HUGE}</fifths></key>")
    return document(*([key + note()] * 2_000))


def _unlike_divisions(*, measures: int, notes: int) -> bytes:
    primes = _primes()
    said = (
        "".join(
            _attributes(f"<divisions>{next(primes)}</divisions>") + note(duration=7919)
            for _ in range(notes)
        )
        for _ in range(measures)
    )
    return document(*said)


def _default_attributes() -> bytes:
    defaults = "".join(f'<!ATTLIST note a{n} CDATA "{"x" * 100}">' for n in range(1_000))
    return document(note() * 5_000, before=f"<!DOCTYPE score-partwise [{defaults}]>")


def _many_attributes() -> bytes:
    names = " ".join(f"a{n}=''" for n in range(200_000))
    return document(f"<note {names}/>" + note())


def _barline(inside: str, side: str = "right") -> str:
    return f'<barline location="{side}">{inside}</barline>'


def _repeats_of_all_parts() -> bytes:
    again = _barline(f'<repeat direction="backward" times="{HUGE}"/>')
    return document(note() + again, *([again] * 200), parts=250)


def _endings() -> bytes:
    def ending(number: int) -> Iterator[str]:
        yield _barline(f'<ending number="{number}" type="start"/>', "left") + note()
        yield from [note()] * 199
        again = '<repeat direction="backward" times="99"/>'
        yield note() + _barline(f'<ending number="{number}" type="stop"/>{again}')

    return document(*(measure for number in range(1, 99) for measure in ending(number)))


def _endings_in_endings() -> bytes:
    inner = "".join(f'<ending number="{DIGITS[:15_000]}" type="start"/>' for _ in range(20))
    return document(*([_barline(inner, "left") + note()] * 20))


def _no_coda() -> bytes:
    leaves = note() + '<sound tocoda="1"/>'
    return document(*([leaves] * 9_900), note() + '<sound dacapo="yes"/>')


def _long_syllables() -> bytes:
    text = f"<text>{'la' * 8_000}</text>" * 100
    again = _barline('<repeat direction="backward" times="99"/>')
    return document(note(f"<lyric>{text}</lyric>") + again)


def _meters() -> bytes:
    beats = "+".join(["999"] * 4_000)
    time = f"<time>{'<beats>' + beats + '</beats><beat-type>64</beat-type>'}</time>"
    return document(*([_attributes(time) + note()] * 100))


def _container() -> bytes:
    # Read as the container of an archive would be: nothing of it is music.
    return b"<container>" + b"<rootfile full-path='a'/>" * 100_000 + b"</container>"


def _tuplets() -> bytes:
    ratio = f"<time-modification><actual-notes>{HUGE}</actual-notes></time-modification>"
    return document(note(ratio, duration=f"0.{'0' * 8}1") * 5_000)


HOSTILE: Mapping[str, Callable[[], bytes]] = MappingProxyType(
    {
        "keys of 10^9 fifths": _keys,
        "unlike divisions before each note": lambda: _unlike_divisions(measures=1, notes=6_000),
        "unlike divisions in each measure": lambda: _unlike_divisions(measures=6_000, notes=1),
        "attributes with defaults": _default_attributes,
        "an element of 200,000 attributes": _many_attributes,
        "repeats of 250 parts": _repeats_of_all_parts,
        "99 endings of 200 measures": _endings,
        "endings in endings": _endings_in_endings,
        "codas that are not there": _no_coda,
        "syllables of a megabyte": _long_syllables,
        "meters of a million beats": _meters,
        "a container": _container,
        "tuplets of 10^9": _tuplets,
        "divisions of 10^-9": lambda: document(
            _attributes("<divisions>0.000000001</divisions>") + note(duration=HUGE) * 5_000
        ),
        "durations of 1e308": lambda: document(note(duration="1e308") + note(duration=HUGE)),
        "durations of 10,000 digits": lambda: document(note(duration=DIGITS) + note()),
        "long measures": lambda: document(*([note(duration=HUGE)] * 19_000)),
        "transposition by 10^9": lambda: document(
            _attributes(
                f"<transpose><chromatic>{HUGE}</chromatic>"
                f"<octave-change>{HUGE}</octave-change></transpose><key><fifths>3</fifths></key>"
            )
            + note() * 1_000
        ),
        "octaves of 10^9": lambda: document(
            note(pitch=f"<step>C</step><octave>{HUGE}</octave>") * 1_000 + note()
        ),
        "alter of 1e308": lambda: document(
            note(pitch="<step>C</step><alter>1e308</alter><octave>4</octave>") * 1_000
        ),
        "alter of 10^9": lambda: document(
            note(pitch=f"<step>C</step><alter>{HUGE}</alter><octave>4</octave>") * 1_000
        ),
        "staves and voices": lambda: document(
            _attributes(f"<staves>{HUGE}</staves>"),
            "".join(note(f"<voice>{n}</voice><staff>{HUGE}</staff>") for n in range(20_000)),
        ),
        "dynamics of 20,000 staves": lambda: document(
            "".join(
                "<direction><direction-type><dynamics><p/></dynamics></direction-type>"
                f"<staff>{n}</staff></direction>{note()}"
                for n in range(20_000)
            )
        ),
        "tempos of 1e308": lambda: document(
            *(['<sound tempo="1e308"/>' + f'<sound tempo="{HUGE}"/>' + note()] * 2_000)
        ),
        "grace notes": lambda: document(note("<grace/>") * 50_000 + note()),
        "a text of 10 MB": lambda: document(f"<harmony><kind>{'x' * 10_000_000}</kind></harmony>"),
        "a name of 10 MB": lambda: document(f"<{'x' * 10_000_000}/>" + note()),
        "measure numbers": lambda: document(note()).replace(
            b"<measure>", b"<measure number='" + DIGITS.encode() + b"'>"
        ),
        "back and forth": lambda: document(
            f"<backup><duration>{HUGE}</duration></backup>"
            f"<forward><duration>{HUGE}</duration></forward>{note()}" * 10_000
        ),
    }
)
