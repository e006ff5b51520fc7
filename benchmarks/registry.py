"""Every benchmark: its name, the module that has it, and what it says, in one line."""

import importlib
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from benchmarks.harness import Benchmark


class Row(NamedTuple):
    """Where a benchmark is, and what it says.

    Attributes:
        module: Of this package; its `BENCHMARKS` has the benchmark by name. It is imported when
            the benchmark runs, so that none waits for the libraries of another.
        says: One line.
    """

    module: str
    says: str


MACHINE = "this machine"
"""The group that is measured where no benchmark is named."""

_QUALITY = {
    "ablate": Row("quality.command", "what each rule of drawing is worth for a model"),
    "fit": Row("quality.strengths", "the strengths of the rules that fit a model best"),
    "evaluate": Row(
        "evaluation.command", "how well a model predicts songs, and what its memory is for"
    ),
    "made-against-real": Row(
        "measures.made_against_real", "what a model makes of prompts beside what really follows"
    ),
    "continuations": Row(
        "measures.continuations", "whether continuations are invalid, looped, stuck or empty"
    ),
    "which-next": Row(
        "measures.which_next", "whether a model knows the bars that really come next"
    ),
    "wishes": Row("measures.wishes", "whether a wish does what it says"),
    "form": Row("quality.form", "where sixty-four bars go, phrase by phrase; draws them"),
    "sections": Row("quality.sections", "whether new sections are new and returning ones return"),
    "entrances": Row("quality.entrances", "how often parts come in and fall silent in real songs"),
    "endings": Row("quality.endings", "whether a piece ends where it is asked to"),
    "first": Row("quality.first", "what a stranger hears first, beside the real bars"),
    "alternatives": Row("quality.alternatives", "whether four alternatives are four ideas"),
    "same-notes": Row("quality.same_notes", "whether a change leaves the notes of 72 requests"),
    "taste": Row("quality.taste", "whether what a user keeps is offered first, and varied still"),
    "infilling": Row("measures.infilling", "what both sides of a gap are worth to a model"),
    "joining": Row("measures.joining", "how well a piece goes on after bars that were filled"),
    "performed": Row(
        "measures.performed", "what found beats are worth, and whether a continuation breathes"
    ),
    "accompaniment": Row("measures.accompaniment", "whether a part that is written fits the tune"),
    "style": Row("measures.styles", "what a style of a few pieces changes in others of its hand"),
    "fine-tuning": Row(
        "measures.fine_tuning", "what a model gains by a few songs, and what it copies"
    ),
}
_NOTATION = {
    "notation": Row("measures.notation", "MIDI to MusicXML and back, by other readers"),
    "heard": Row(
        "measures.heard", "whether an export sounds in MuseScore as Segue's own MIDI does"
    ),
    "engraved": Row("measures.engraved", "whether engraved notes are notated as they were"),
    "marks": Row("measures.marks", "whether marks of MusicXML come back at their places"),
    "carried-marks": Row(
        "measures.carried_marks", "whether a continuation's marks are where composers have them"
    ),
    "hands": Row("measures.hands", "whether the hands of a piano stand on the right staves"),
    "encodings": Row(
        "measures.encodings", "how often texts in unknown encodings are read as they are"
    ),
    "spelling": Row("measures.spelling", "how often pitches get the letters that were written"),
    "chords": Row("measures.chords", "whether the chords of lead sheets are found"),
    "keys": Row("measures.keys", "how often the key of a short excerpt is named"),
    "listen-one": Row("listening.one", "whether the notes of one voice are found in its sound"),
    "homes": Row("measures.homes", "how often the home of bands, loops and songs is found"),
    "played-page": Row(
        "measures.played_page",
        "whether the page of played music is nearer to the score than MuseScore's",
    ),
    "beats": Row("measures.beats", "whether the beats of played music are found"),
    "voice-bars": Row("measures.voice_bars", "whether the bars of one voice alone are found"),
    "listen": Row("listening.command", "whether the notes of recorded sound are found"),
}
_MACHINE = {
    "decode": Row("speed.benches", "tokens a second, one a call, beside reading the same bytes"),
    "train": Row("speed.benches", "tokens a second in training, beside plain products"),
    "steady": Row("speed.benches", "how long one token takes when a piece gets long"),
    "notes": Row("speed.benches", "a network of notes beside one of ids"),
    "import": Row("speed.file_benches", "files a second into the library"),
    "playback": Row("speed.file_benches", "how late notes are played on a busy machine"),
    "sound": Row("speed.file_benches", "loudness, width and speed of the built-in sound"),
    "rendering": Row(
        "speed.rendering", "processor time of audio files beside FluidSynth's, and of live sound"
    ),
    "roll": Row("window.roll_bench", "the piano roll's frames, and how soon the window is there"),
    "jam": Row("jam.benches", "how soon and how long Segue answers in a jam"),
    "ports": Row("jam.benches", "turns of a jam through MIDI ports"),
}
_WINDOW = {
    "flow": Row("window.flow", "going on with a piece again and again in the window"),
    "felt": Row("window.felt", "how soon a key is answered on the screen"),
    "waits": Row("window.waits", "whether the time beside the button is true"),
    "score": Row("window.score", "how soon a score is seen, an edit in it, and a frame"),
    "while-training": Row("window.training", "how the window answers while a model is trained"),
    "watched": Row("window.watched", "the window as one uses it: what kept it from answering"),
    "cancel": Row("measures.cancel", "how soon a continuation stops when it is told to"),
    "chord-change": Row("measures.chord_change", "how long four bars take under another chord"),
    "bank": Row("measures.bank", "every program of a sound bank: level, tuning, loops, releases"),
}
GROUPS: Mapping[str, Mapping[str, Row]] = MappingProxyType(
    {
        "music that is made": _QUALITY,
        "notation": _NOTATION,
        MACHINE: _MACHINE,
        "the program at work": _WINDOW,
    }
)
ROWS: Mapping[str, Row] = MappingProxyType(
    {name: row for group in GROUPS.values() for name, row in group.items()}
)


def benchmark_named(name: str) -> Benchmark:
    """Return one of the benchmarks in `ROWS`; its module is imported."""
    module = importlib.import_module(f"benchmarks.{ROWS[name].module}")
    benchmark: Benchmark = module.BENCHMARKS[name]
    return benchmark
