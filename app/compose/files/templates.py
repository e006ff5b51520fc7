"""Templates for new pieces: tracks without notes for usual line-ups."""

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from engine.piece.composition import Composition
from engine.values.score import Score, TimeSignature, Track


@dataclass(frozen=True, slots=True)
class TemplateTrack:
    """A track of a template.

    Attributes:
        name: English name, translated when a piece is made.
        program: General MIDI program, 0 to 127.
        is_drum: Whether it is a drum track.
    """

    name: str
    program: int = 0
    is_drum: bool = False


@dataclass(frozen=True, slots=True)
class Template:
    """A line-up.

    Attributes:
        name: English name, translated where it is shown.
        tracks: The tracks.
        meter: Numerator and denominator.
    """

    name: str
    tracks: tuple[TemplateTrack, ...]
    meter: tuple[int, int] = (4, 4)


TEMPLATES: Mapping[str, Template] = {
    "piano": Template("Piano", (TemplateTrack("Piano"),)),
    "piano_hands": Template(
        "Piano, two hands", (TemplateTrack("Right hand"), TemplateTrack("Left hand"))
    ),
    "lead_sheet": Template(
        "Lead sheet",
        (TemplateTrack("Melody", 73), TemplateTrack("Chords"), TemplateTrack("Bass", 32)),
    ),
    "song": Template("Voice and piano", (TemplateTrack("Voice", 52), TemplateTrack("Piano"))),
    "quartet": Template(
        "String quartet",
        (
            TemplateTrack("Violin 1", 40),
            TemplateTrack("Violin 2", 40),
            TemplateTrack("Viola", 41),
            TemplateTrack("Cello", 42),
        ),
    ),
    "winds": Template(
        "Wind quintet",
        (
            TemplateTrack("Flute", 73),
            TemplateTrack("Oboe", 68),
            TemplateTrack("Clarinet", 71),
            TemplateTrack("Horn", 60),
            TemplateTrack("Bassoon", 70),
        ),
    ),
    "choir": Template(
        "Choir",
        (
            TemplateTrack("Soprano", 52),
            TemplateTrack("Alto", 52),
            TemplateTrack("Tenor", 52),
            TemplateTrack("Bass voice", 52),
        ),
    ),
    "band": Template(
        "Band with drums",
        (
            TemplateTrack("Lead", 80),
            TemplateTrack("Guitar", 27),
            TemplateTrack("Keys", 4),
            TemplateTrack("Bass", 33),
            TemplateTrack("Drums", 0, is_drum=True),
        ),
    ),
    "waltz": Template(
        "Waltz for piano", (TemplateTrack("Right hand"), TemplateTrack("Left hand")), (3, 4)
    ),
}


def piece_of(template: Template) -> Composition:
    """Return an empty piece with a template's tracks."""
    numerator, denominator = template.meter
    return Composition.of(
        Score(
            tracks=tuple(
                Track(name=translated(track.name), program=track.program, is_drum=track.is_drum)
                for track in template.tracks
            ),
            time_signatures=(TimeSignature(0, numerator, denominator),),
        )
    )


def translated(name: str) -> str:
    """Return a name of a template or of its tracks in the user's language."""
    tr = QCoreApplication.translate
    words = {
        "Piano": tr("Templates", "Piano"),
        "Piano, two hands": tr("Templates", "Piano, two hands"),
        "Right hand": tr("Templates", "Right hand"),
        "Left hand": tr("Templates", "Left hand"),
        "Lead sheet": tr("Templates", "Lead sheet"),
        "Melody": tr("Templates", "Melody"),
        "Chords": tr("Templates", "Chords"),
        "Bass": tr("Templates", "Bass"),
        "Voice and piano": tr("Templates", "Voice and piano"),
        "Voice": tr("Templates", "Voice"),
        "String quartet": tr("Templates", "String quartet"),
        "Violin 1": tr("Templates", "Violin 1"),
        "Violin 2": tr("Templates", "Violin 2"),
        "Viola": tr("Templates", "Viola"),
        "Cello": tr("Templates", "Cello"),
        "Wind quintet": tr("Templates", "Wind quintet"),
        "Flute": tr("Templates", "Flute"),
        "Oboe": tr("Templates", "Oboe"),
        "Clarinet": tr("Templates", "Clarinet"),
        "Horn": tr("Templates", "Horn"),
        "Bassoon": tr("Templates", "Bassoon"),
        "Choir": tr("Templates", "Choir"),
        "Soprano": tr("Templates", "Soprano"),
        "Alto": tr("Templates", "Alto"),
        "Tenor": tr("Templates", "Tenor"),
        "Bass voice": tr("Templates", "Bass voice"),
        "Band with drums": tr("Templates", "Band with drums"),
        "Lead": tr("Templates", "Lead"),
        "Guitar": tr("Templates", "Guitar"),
        "Keys": tr("Templates", "Keys"),
        "Drums": tr("Templates", "Drums"),
        "Waltz for piano": tr("Templates", "Waltz for piano"),
    }
    return words[name]
