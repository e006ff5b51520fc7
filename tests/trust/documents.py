"""Documents from a stranger: mutants of every kind that Segue opens, each by its real reader.

A mutant is damaged in its bytes, or whole and absurd in its values. It is opened in a guarded
worker, in which a hook watches: nothing may be unpickled, no socket opened, nothing written outside
of the trial's own folder. `--count` is for each kind.
"""

import copy
import functools
import io
import json
import os
import random
import shutil
import sys
import tempfile
import time
import zipfile
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any
from xml.etree import ElementTree as ET

import msgspec

from app.compose.beginning.last_piece import read_seen
from app.files.journal import replayed
from app.files.saved_generation_settings import read_settings
from app.settings.file import OLD_NAME
from app.settings.settings import Settings
from app.values.jam_choices import read_choices as read_jam
from app.values.sound_choices import read_choices
from engine.ground.errors import DocumentError, SegueError
from engine.library.guard import Guard
from engine.midi.file.archives import members, read_member
from engine.midi.file.midifile import read_midi, write_midi
from engine.notation.reading import read_musicxml
from engine.piece.composition_file import open_composition, save, to_bytes
from engine.playback.sound.bank import read_bank
from engine.request import request_from_json
from engine.values.time import BarMap, Timeline
from tests.library.test_hostile import mutant
from tests.trust.sound_documents import whole, whole_piece, zipped
from tests.trust.trial import Findings, peak_mb, run

METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
SLOW_S, LARGE_MB = 2.0, 800.0
NAMES = ("../../out", "/tmp/out", "a/" * 200, "a\x00b.mid", "C:\\out", "0.mid")  # noqa: S108
_NEVER = ("pickle.find_class", "socket.", "subprocess.", "os.system", "os.exec")
# What a leaf of a document may become; "RAW:" stands in the JSON as it is.
ABSURD: tuple[Any, ...] = (
    *(-1, 0, 1, 2**31, 2**53, 2**63, 2**64, 10**30, -(10**15), 9999, 1e308, 1e-308, 0.5),
    *(None, True, "", "x" * 10_000, "\x00\x1b[2J\u202e", [], {}, [[]], {"a": {}}),
    *("RAW:1e999", "RAW:NaN", "RAW:" + "9" * 5000, "RAW:" + "[" * 100_000),
    "RAW:[" + "{}," * 300_000 + "{}]",
)


ABSURD_TEXTS = (
    *("", "-1", "0", "1", "7", "64", "127", "-999999999", "999999999", "0.000000001", "1e308"),
    *("NaN", "9" * 10_000, "1,2", "C", "H", "x" * 20_000, "1+" * 2_000 + "1", "start", "stop"),
)
DECLARED = (
    b"<!DOCTYPE a [<!ENTITY b 'c'>]>",
    b"<!DOCTYPE a [<!ATTLIST note b CDATA 'c'>]>",
    b"<!DOCTYPE a [<!ELEMENT a ANY>]>",
    b"<!DOCTYPE a SYSTEM 'file:///etc/passwd'>",
)


class Seen:
    """What an audit hook saw that no document may cause."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self.watching = False
        self.events: list[str] = []

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Note an event (PEP 578)."""
        if not self.watching:
            return
        if event.startswith(_NEVER):
            self.events.append(f"{event} {arguments!r}"[:200])
        elif event == "open" and self._is_outside(arguments):
            self.events.append(f"wrote {arguments[0]!r}"[:200])

    def _is_outside(self, arguments: tuple[Any, ...]) -> bool:
        path, _, flags = arguments
        if isinstance(path, int):
            return False  # what was opened by its name before
        writes = flags & (os.O_WRONLY | os.O_RDWR)
        return bool(writes) and not os.fsdecode(path).startswith(self._folder)


# --- how it is damaged -----------------------------------------------------------------------


def damaged(kind: str, draw: random.Random) -> bytes:
    """Return a mutant of a kind: of its bytes, of its values, or of how it is packed."""
    data = whole(kind)
    if kind == "bank":
        return _in_a_stretch(data, draw)
    if kind == "ini":
        return _spread(data, draw)
    if draw.random() < 0.4:
        return mutant(data, draw)
    change = _OF_VALUES.get(kind, _repacked)
    return change(data, draw)


def _some_preferences(data: bytes, draw: random.Random) -> bytes:
    return _absurd(data if draw.random() < 0.5 else _with_absurd_note(data, draw), draw)


def _journal_line(data: bytes, draw: random.Random) -> bytes:
    body = _absurd(data.partition(b" ")[2], draw)
    return b"%08x %b\n" % (zlib.crc32(body), body)


def _repacked(data: bytes, draw: random.Random) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    name = draw.choice(sorted(files))
    change = _absurd if name.endswith(".json") else mutant
    files[name] = change(files[name], draw)
    if draw.random() < 0.2:
        files[draw.choice(NAMES)] = b"x"
    packed = zipped(files, draw.choice(METHODS))
    return mutant(packed, draw) if draw.random() < 0.2 else packed


def _with_absurd_note(data: bytes, draw: random.Random) -> bytes:
    """Damage what stands within a note, which its owner reads."""
    document = json.loads(data)
    notes = document["notes"]
    name = draw.choice(sorted(notes))
    notes[name] = _absurd(notes[name].encode(), draw).decode()
    return json.dumps(document).encode()


def _spread(data: bytes, draw: random.Random) -> bytes:
    """Give keys of a file the values of others, so that objects stand for plain values, too."""
    lines = data.split(b"\n")
    keyed = [number for number, line in enumerate(lines) if b"=" in line]
    for number in draw.sample(keyed, draw.randrange(1, len(keyed))):
        other = lines[draw.choice(keyed)].partition(b"=")[2]
        lines[number] = lines[number].partition(b"=")[0] + b"=" + other
    made = b"\n".join(lines)
    return mutant(made, draw) if draw.random() < 0.5 else made


def _in_a_stretch(data: bytes, draw: random.Random) -> bytes:
    """Damage a bank where its tables are: at its beginning and its end."""
    changed = bytearray(data)
    for _ in range(draw.randrange(1, 8)):
        place = draw.randrange(4000)
        at = place if draw.random() < 0.3 else len(changed) - 1 - place * 8
        changed[at] = draw.randrange(256)
    return bytes(changed if draw.random() < 0.9 else changed[: draw.randrange(len(changed))])


def _absurd(text: bytes, draw: random.Random) -> bytes:
    document = msgspec.json.decode(text)
    for _ in range(draw.randrange(1, 4)):
        place: Any = document
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            if not keys:
                break
            key = draw.choice(keys)
            inner = place[key]
            if isinstance(inner, dict | list) and inner and draw.random() < 0.85:
                place = inner
                continue
            place[key] = copy.deepcopy(draw.choice(ABSURD))
            break
    written = json.dumps(document)
    for value in ABSURD:
        if isinstance(value, str) and value.startswith("RAW:"):
            written = written.replace(json.dumps(value), value[4:])
    return written.encode()


def _absurd_xml(text: bytes, draw: random.Random) -> bytes:
    """Put what no music has in place of texts, attributes and elements."""
    root = ET.fromstring(text)  # noqa: S314 - our own
    elements = list(root.iter())
    for _ in range(draw.randrange(1, 6)):
        element = draw.choice(elements)
        value = draw.choice(ABSURD_TEXTS)
        match draw.randrange(4):
            case 0:
                element.text = value
            case 1 if element.attrib:
                element.set(draw.choice(sorted(element.attrib)), value)
            case 2 if len(element):
                element.extend([copy.deepcopy(draw.choice(list(element)))] * draw.randrange(500))
            case _:
                element.append(copy.deepcopy(draw.choice(elements)))
    declared = draw.choice((b"", b"", b"", *DECLARED))
    return b"<?xml version='1.0'?>" + declared + ET.tostring(root)


_OF_VALUES: Mapping[str, Callable[[bytes, random.Random], bytes]] = MappingProxyType(
    {
        "request": _absurd,
        "notation": _absurd_xml,
        "preferences": _some_preferences,
        "journal": _journal_line,
    }
)


# --- how it is opened ------------------------------------------------------------------------


def _open_piece(path: Path) -> None:
    piece = open_composition(path)
    # What was let in must do in every place where it is looked at.
    timeline = Timeline(piece.score)
    timeline.bars.bars_until(piece.score.end)
    write_midi(piece.score)
    save(piece, path.with_name("again.segue"))


def _open_zip(path: Path) -> None:
    for member in members(path):
        read_midi(read_member(path, member.name))


def _open_model(path: Path) -> None:
    from engine.generation.first_notes import check_draws
    from engine.generation.model import LiveModel
    from engine.making.model_folders import card_name, import_model

    card_name(path)
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        import_model(path, Path(folder) / "m")
        check_draws(LiveModel.load(Path(folder) / "m"))


def _open_journal(path: Path) -> None:
    made = replayed(whole_piece(), path.read_bytes().splitlines(keepends=True))
    to_bytes(made)


def _open_preferences(path: Path, *, name: str = "preferences.json") -> None:
    # In a folder of its own: what is damaged is kept beside it.
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        shutil.copy(path, Path(folder) / name)
        _open_settings(Path(folder) / "preferences.json")


def _open_settings(path: Path) -> None:
    settings = Settings(path)
    _read_all(settings)
    # What was let in is written, and it is the same when it is read again.
    settings.add_recent(Path("/new.mid"))
    settings.flush()
    again = Settings(path)
    if again.damage is not None or _read_all(again) != _read_all(settings):
        raise AssertionError("what was saved is not what is read")
    if settings.damage is not None:
        raise DocumentError(settings.damage.reason)


def _open_ini(path: Path) -> None:
    _open_preferences(path, name=OLD_NAME)


def _read_all(settings: Settings) -> tuple[object, ...]:
    return (
        *(settings.preferences, settings.recent(), settings.keys(), settings.starred_models()),
        *(settings.window, settings.compose),
        *(read_choices(settings.note("sound")), read_jam(settings.note("jam"))),
        *(read_settings(settings.note("continue")), read_seen(settings.note("last_piece"))),
    )


def _open_request(path: Path) -> None:
    score = whole_piece().score
    began, left = request_from_json(path.read_bytes()).begun(score)
    # What was let in must do where it is looked at.
    BarMap.of(began).bars_until(began.end)
    msgspec.json.encode(left)


def _open_notation(path: Path) -> None:
    for repeats in (True, False):
        score = read_musicxml(path.read_bytes(), repeats=repeats).score
        write_midi(score)


def _open_bank(path: Path) -> None:
    from engine.playback.sound.bank_synth import BankInstruments

    instruments = BankInstruments(read_bank(path))
    instruments.prepare([(5, False), (0, True)])


OPEN: Mapping[str, Callable[[Path], None]] = MappingProxyType(
    {
        "piece": _open_piece,
        "zip": _open_zip,
        "model": _open_model,
        "journal": _open_journal,
        "preferences": _open_preferences,
        "ini": _open_ini,
        "bank": _open_bank,
        "request": _open_request,
        "notation": _open_notation,
    }
)


@functools.cache
def _room() -> tuple[Path, Seen]:
    folder = tempfile.mkdtemp(prefix="documents-", dir=os.environ.get("SEGUE_TRIAL"))
    seen = Seen(folder)
    sys.addaudithook(seen)
    return Path(folder), seen


def work(task: bytes) -> bytes:
    """Make one mutant and open it; say what happened. Runs in a guarded worker."""
    kind, _, seed = task.decode().partition(" ")
    folder, seen = _room()
    path = folder / f"mutant.{'segue' if kind == 'piece' else kind}"
    path.write_bytes(damaged(kind, random.Random(f"{kind} {seed}")))  # noqa: S311
    outcome, seen.watching = "opened", True
    began_s = time.process_time()
    try:
        OPEN[kind](path)
    except SegueError as error:
        outcome = "refused"
        if "\n" in error.message or len(error.message) > 1000:
            outcome = f"no sentence: {error.message[:100]!r}"
    except Exception as error:  # noqa: BLE001 - that is the finding
        outcome = f"traceback: {type(error).__name__}: {error}"[:200]
    took_s, seen.watching = time.process_time() - began_s, False
    events, seen.events = seen.events, []
    return msgspec.json.encode((outcome, took_s, peak_mb(), events))


def trial(count: int, draw: random.Random, folder: Path) -> Findings:
    """Open so many mutants of each kind."""
    findings = Findings()
    os.environ["SEGUE_TRIAL"] = str(folder)
    kinds = os.environ.get("SEGUE_KINDS", " ".join(OPEN)).split()
    names = {}
    # What a mutant takes is measured; PyTorch alone reserves more than a reader may have.
    with Guard(work, workers=1, memory_limit=4_000_000_000) as guard:
        for kind in kinds:
            for _ in range(count):
                name = f"{kind} {draw.randrange(2**40)}"
                names[guard.submit(name.encode())] = name
        while guard.pending:
            for answer in guard.answers(0.5):
                _hear(names.pop(answer.number), answer.data, answer.problem, findings)
    return findings


def _hear(name: str, data: bytes | None, problem: str, findings: Findings) -> None:
    kind = name.partition(" ")[0]
    if data is None:
        findings.broken.append(f"{name}: {problem}")
        return
    outcome, took_s, memory_mb, events = msgspec.json.decode(data)
    findings.counts[f"{kind} {outcome.partition(':')[0]}"] += 1
    findings.most(f"{kind} seconds", took_s)
    findings.most("peak MB", memory_mb)
    if outcome not in {"opened", "refused"}:
        findings.broken.append(f"{name}: {outcome}")
    findings.broken += [f"{name}: {event}" for event in events]
    if took_s > SLOW_S or memory_mb > LARGE_MB:
        findings.counts[f"{kind} beyond {SLOW_S:.0f} s or {LARGE_MB:.0f} MB"] += 1


if __name__ == "__main__":
    # A worker imports this module by its name.
    from tests.trust import documents

    sys.exit(run(documents.trial))
