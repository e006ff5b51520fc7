"""Small MusicXML files as tests write them."""

from engine.notation.reading import read_musicxml
from engine.values.score import Score


def note(step: str, length: int = 4, *, more: str = "", octave: int = 4, first: str = "") -> str:
    """Return a note; `first` stands before its pitch, `more` after its duration."""
    return (
        f"<note>{first}<pitch><step>{step}</step><octave>{octave}</octave></pitch>"
        f"<duration>{length}</duration>{more}</note>"
    )


def document(*measures: str, about: str = "", head: str = "", divisions: int = 1) -> bytes:
    """Return a MusicXML file of one part in 4/4."""
    attributes = (
        f"<attributes><divisions>{divisions}</divisions>"
        f"<time><beats>4</beats><beat-type>4</beat-type></time>{head}</attributes>"
    )
    inside = "".join(
        f'<measure number="{n}">{attributes if n == 1 else ""}{measure}</measure>'
        for n, measure in enumerate(measures, 1)
    )
    return (
        '<?xml version="1.0"?><score-partwise><part-list><score-part id="P1">'
        f"<part-name>Part</part-name>{about}</score-part></part-list>"
        f'<part id="P1">{inside}</part></score-partwise>'
    ).encode()


def words(text: str, *, sound: str = "") -> str:
    """Return words over the staff."""
    kind = f"<direction-type><words>{text}</words></direction-type>"
    return f"<direction>{kind}{sound}</direction>"


def direction(kind: str, *, more: str = "") -> str:
    """Return a direction of any kind."""
    return f"<direction><direction-type>{kind}</direction-type>{more}</direction>"


def notations(inside: str) -> str:
    """Return signs of a note."""
    return f"<notations>{inside}</notations>"


def score(*measures: str, about: str = "", head: str = "", divisions: int = 1) -> Score:
    """Return what is read of a file of one part."""
    return read_musicxml(document(*measures, about=about, head=head, divisions=divisions)).score


def sounding(music: Score) -> list[tuple[float, int, float]]:
    """Return (start, pitch, length) in quarters of all notes."""
    quarter = music.ticks_per_quarter
    return [
        (n.start / quarter, n.pitch, n.duration / quarter) for t in music.tracks for n in t.notes
    ]


def pitches(music: Score) -> list[int]:
    """Return the pitches of the first track."""
    return [n.pitch for n in music.tracks[0].notes]
