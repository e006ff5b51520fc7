"""Every place where the program opens a file, and why it may: what is from outside passes the gate.

`engine/gate` alone opens what a stranger may have made: it waits for no pipe, reads no device, and
stops at a bound. Whatever else opens a file is listed here with its reason; a new door fails until
it goes through the gate or has a reason of its own.
"""

import ast
import contextlib
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

import pytest

from app.clients.unfinished_runs import read_run
from app.files.models import read_model
from engine.copying.sparse import read_sparse
from engine.gate.refusal import RefusedError
from engine.ground.errors import ModelFileError, SegueError
from engine.ground.paths import _moved
from engine.making.run_folder import read_status
from engine.making.song_list import TrainingSongs
from engine.tokens.store import open_store, write_store
from engine.tokens.tokenizer import Tokenizer
from engine.training.progress import read_metrics
from engine.training.state import best_checkpoint, tensors_of, values_of

ROOT = Path(__file__).resolve().parent.parent
GATE = ROOT / "engine" / "gate"

OWN_ASSET = "it came with the program"
WRITES = "it writes"
PASSED = "what it opens has passed the gate"
APPENDS = "it appends to a file of the program's own"
SCRATCH = "a file without a name, which it makes"
KERNEL = "the kernel's, not a user's"

LISTED: Mapping[str, str] = MappingProxyType(
    {
        "app/compose/paper/books.py pdf QBuffer": "memory that a PDF is written to",
        "app/views/start_page/continued.py _ContinuedPicture._draw QPixmap": "it is painted on",
        "app/files/autosave.py Autosave._note.work open": APPENDS,
        "app/files/guide_pages.py read_page read_text": OWN_ASSET,
        "app/files/guide_pages.py title_of read_text": OWN_ASSET,
        "app/views/guide_reader.py _Pages.loadResource QImage": OWN_ASSET,
        "app/files/autosave.py _private os.open": "how the journal is opened: for its owner alone",
        "app/files/moving.py copy_into shutil.copy2": "a user moves the program's own folders",
        "app/files/moving.py copy_into shutil.copytree": "a user moves the program's own folders",
        "app/preferences/languages.py install_language translator.load": OWN_ASSET,
        "app/start/defects.py Defects.__init__ open": APPENDS,
        "app/start/session_loader.py SessionLoader.parts QIcon": OWN_ASSET,
        "app/start/own_folders.py unwritable_folder TemporaryFile": SCRATCH,
        "app/clients/child_environment.py log_file open": APPENDS,
        "app/style/theme.py _icon_pixmap QBuffer": "memory that holds an icon",
        "app/style/theme.py _icon_pixmap QImageReader": "it reads an icon from memory",
        "app/style/theme.py _icon_pixmap read_text": OWN_ASSET,
        "app/style/theme.py load_fonts addApplicationFont": OWN_ASSET,
        "app/style/theme.py _style_sheet read_text": OWN_ASSET,
        "engine/beats/network.py BeatNetwork.load load_file": OWN_ASSET,
        "engine/listening/network.py made_of load_file": OWN_ASSET,
        "engine/listening/sound_file.py _opened SoundFile": PASSED,
        "engine/worker/listening.py ListenRole._listen_to SoundFile": PASSED,
        "engine/worker/microphone.py Tape.__init__ open": WRITES,
        "engine/worker/microphone.py Tape.__init__ wave.open": WRITES,
        "engine/values/encodings.py _file read_text": OWN_ASSET,
        "engine/__main__.py _give_streams open": "the null device, where there is no console",
        "engine/cli/main.py main os.open": "the null device, to be silent",
        "engine/piece/composition_file.py to_bytes zipfile.ZipFile": WRITES,
        "engine/piece/composition_file.py to_bytes_at_once zipfile.ZipFile": WRITES,
        "engine/ground/database.py _opened sqlite3.connect": (
            "databases that the program made; a damaged one is put aside"
        ),
        "engine/ground/host.py _address_space read_bytes": KERNEL,
        "engine/ground/host.py _waits read_bytes": KERNEL,
        "engine/library/guard.py _processor_s read_bytes": KERNEL,
        "engine/library/repairing.py _salvaged sqlite3.connect": (
            "the program's own database, read as far as it can be"
        ),
        "engine/ground/locking.py OwnerLock.take os.open": "to lock it; not read",
        "engine/ground/locking.py is_held os.open": "to lock it; not read",
        "engine/model/style.py read_style load": PASSED,
        "engine/model/weights.py _read_arrays safe_open": PASSED,
        "engine/midi/file/writing.py write_midi MidiFile": WRITES,
        "engine/ground/paths.py keep_moved write_text": WRITES,
        "engine/playback/files/audio_files.py _library_file SoundFile": WRITES,
        "engine/playback/files/kept_sound.py is_sound SoundFile": PASSED,
        "engine/playback/files/kept_sound.py _as_ogg SoundFile": WRITES,
        "engine/playback/files/kept_sound.py kept_sound SoundFile": PASSED,
        "engine/playback/sound/bank.py _mapped mmap.mmap": PASSED,
        "engine/playback/sound/tape.py SoundReader._run SoundFile": PASSED,
        "engine/playback/files/exporting.py _write TemporaryFile": SCRATCH,
        "engine/playback/files/exporting.py export_audio TemporaryFile": SCRATCH,
        "engine/playback/files/exporting.py render_wav read_bytes": "what it has just written",
        "engine/playback/quiet.py quiet_libraries os.open": "the null device, to be silent",
        "engine/playback/sound/trims.py _known read_text": OWN_ASSET,
        "engine/processes/process.py Child.__init__ TemporaryFile": SCRATCH,
        "engine/processes/process.py Child.__init__ open": APPENDS,
        "engine/ground/saving.py _create_locked fdopen": WRITES,
        "engine/ground/saving.py _create_locked os.open": WRITES,
        "engine/ground/saving.py _delete_unless_locked open": "to lock what a dead program left",
        "engine/ground/saving.py _make_durable os.open": "a folder, so that the disk keeps it",
        "engine/ground/saving.py keep_previous shutil.copy2": "a regular file that is replaced",
        "engine/tokens/store.py _synced open": WRITES,
        "engine/tokens/store.py open_store memmap": PASSED,
        "engine/training/progress.py Metrics.forget_after write_text": WRITES,
        "engine/training/progress.py _append open": APPENDS,
        "engine/training/state.py _write open": WRITES,
        "engine/training/state.py tensors_of load": PASSED,
        "engine/worker/door.py _opened fdopen": "the pipes to the parent",
        "engine/making/harmony.py inherit_chords shutil.copyfile": "a regular file; not read here",
        "engine/making/inheritance.py hand_down shutil.copyfile": "a regular file; not read here",
        "engine/making/inheritance.py inherit shutil.copyfile": "a regular file; not read here",
        "engine/making/made_model.py keep_model write_bytes": WRITES,
        "engine/making/model_folders.py _copy open": WRITES,
        "engine/making/model_folders.py _unpack open": WRITES,
        "engine/making/model_folders.py export_model zipfile.ZipFile": WRITES,
        "engine/making/run_folder.py _lock_file open": "to lock it; not read",
        "engine/making/run_folder.py add_samples open": APPENDS,
    }
)
# Calls that open a file by its name, read one, or have a library do so.
METHODS = frozenset(
    {
        *("read_bytes", "read_text", "write_bytes", "write_text", "fdopen", "memmap", "fromfile"),
        *("loadtxt", "genfromtxt", "addApplicationFont", "from_file", "sfload"),
    }
)
NAMES = frozenset(
    {
        *("open", "safe_open", "load_file", "SoundFile", "MidiFile", "ZipFile", "TarFile"),
        *("QFile", "QBuffer", "QSettings", "QImageReader", "QDataStream", "QTextStream"),
        *("QSaveFile", "QTemporaryFile", "QMovie", "QMediaPlayer", "TemporaryFile"),
    }
)
# Given a name they read a file; given sizes or bytes they make a picture.
PICTURES = frozenset({"QImage", "QPixmap", "QIcon"})
# Of these modules; a method of this name is usually another thing.
OF_MODULES: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "load": frozenset(
            {"json", "np", "numpy", "pickle", "torch", "tomllib", "marshal", "joblib", "translator"}
        ),
        "connect": frozenset({"sqlite3"}),
        "parse": frozenset({"ET", "ElementTree", "etree"}),
        "open": frozenset({"os", "io", "gzip", "bz2", "lzma", "wave", "tarfile", "Image", "dbm"}),
        "mmap": frozenset({"mmap"}),
        "ZipFile": frozenset({"zipfile"}),
        "copyfile": frozenset({"shutil"}),
        "copy": frozenset({"shutil"}),
        "copy2": frozenset({"shutil"}),
        "copytree": frozenset({"shutil"}),
        "urlopen": frozenset({"request"}),
    }
)


def doors(source: str) -> Iterator[tuple[str, str]]:
    """Yield (function, call) of each place in a module that opens a file."""
    tree = ast.parse(source)
    imported = {
        name.asname or name.name: f"{node.module}.{name.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("safetensors")
        for name in node.names
    }
    yield from _within(tree, "", imported)


def _within(node: ast.AST, function: str, imported: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for child in ast.iter_child_nodes(node):
        inside = function
        if isinstance(child, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
            inside = f"{function}.{child.name}".lstrip(".")
        if isinstance(child, ast.Call):
            name = _door(child, imported, used=not isinstance(node, ast.Expr))
            if name:
                yield function, name
        yield from _within(child, inside, imported)


def _door(call: ast.Call, imported: Mapping[str, str], *, used: bool) -> str:
    """Return what a call opens a file by; nothing where it does not."""
    called = call.func
    if isinstance(called, ast.Name):
        return _function(call, called.id, imported)
    return _method(call, called, used=used) if isinstance(called, ast.Attribute) else ""


def _function(call: ast.Call, name: str, imported: Mapping[str, str]) -> str:
    original = imported.get(name, "").rpartition(".")[2]
    if original in {"load", "load_file", "safe_open"}:
        return original
    if name in PICTURES and len(call.args) == 1 and _may_be_path(call.args[0]):
        return name
    return name if name in NAMES else ""


def _method(call: ast.Call, called: ast.Attribute, *, used: bool) -> str:
    owner = called.value.id if isinstance(called.value, ast.Name) else ""
    if owner in OF_MODULES.get(called.attr, frozenset()):
        return f"{owner}.{called.attr}"
    opens = called.attr == "open" and _opens_a_path(call, used=used)
    return called.attr if opens or called.attr in (METHODS | NAMES) - {"open"} else ""


def _may_be_path(argument: ast.expr) -> bool:
    """Return whether a picture may be made of a file's name: `QIcon(pixmap)` is not."""
    return isinstance(argument, ast.Call | ast.Constant | ast.JoinedStr | ast.BinOp)


def _opens_a_path(call: ast.Call, *, used: bool) -> bool:
    """Return whether `something.open(…)` is a path's: it has a mode, or what it gives is used."""
    mode = call.args[0] if call.args else None
    if isinstance(mode, ast.Constant) and isinstance(mode.value, str):
        return set(mode.value) <= set("rwabxt+")
    named = {keyword.arg for keyword in call.keywords}
    return bool(named & {"mode", "encoding", "buffering"}) or (used and not call.args)


def found() -> Counter[str]:
    """Return how many doors of a kind each function of the product has."""
    counted: Counter[str] = Counter()
    for room in ("app", "engine"):
        for path in sorted((ROOT / room).rglob("*.py")):
            place = path.relative_to(ROOT).as_posix()
            if GATE not in path.parents:
                for function, call in doors(path.read_text(encoding="utf-8")):
                    counted[f"{place} {function} {call}"] += 1
    return counted


@pytest.mark.slow
def test_every_door_is_the_gates_or_has_a_reason() -> None:
    there = found()
    unknown = sorted(set(there) - set(LISTED))
    assert not unknown, "open it by engine.gate.files, or list it with the reason why not"
    assert not sorted(set(LISTED) - set(there)), "these doors are gone: take them off the list"
    # One of a kind in a function.
    assert [door for door, count in there.items() if count > 1] == []


@pytest.mark.parametrize(
    ("source", "call"),
    [
        ("open(path)", "open"),
        ("path.open('rb')", "open"),
        ("with path.open() as file: pass", "open"),
        ("lines = path.open(encoding='utf-8')", "open"),
        ("path.read_bytes()", "read_bytes"),
        ("(folder / NAME).read_text()", "read_text"),
        ("os.open(path, os.O_RDONLY)", "os.open"),
        ("np.load(path)", "np.load"),
        ("numpy.memmap(path)", "memmap"),
        ("torch.load(path)", "torch.load"),
        ("pickle.load(file)", "pickle.load"),
        ("from safetensors.torch import load_file as weights\nweights(path)", "load_file"),
        ("from safetensors.torch import load_file\nload_file(path)", "load_file"),
        ("from safetensors import safe_open\nsafe_open(path, framework='pt')", "safe_open"),
        ("from safetensors.torch import load\nload(data)", "load"),
        ("sqlite3.connect(path)", "sqlite3.connect"),
        ("zipfile.ZipFile(path)", "zipfile.ZipFile"),
        ("QFile(str(path))", "QFile"),
        ("QSettings(str(path), QSettings.Format.IniFormat)", "QSettings"),
        ("QPixmap(str(path))", "QPixmap"),
        ("QIcon('a.png')", "QIcon"),
        ("ET.parse(path)", "ET.parse"),
        ("wave.open(path)", "wave.open"),
        ("mido.MidiFile(path)", "MidiFile"),
        ("ScoreTick.from_file(path)", "from_file"),
        # None of these opens a file.
        ("dialog.open()", ""),
        ("session.open(score)", ""),
        ("menu.open(row, rows, place)", ""),
        ("LiveModel.load(folder)", ""),
        ("QPixmap(size)", ""),
        ("QImage(pixels.data, width, height)", ""),
        ("QIcon(pixmap)", ""),
        ("socket.connect(address)", ""),
        ("signal.connect(slot)", ""),
    ],
)
def test_a_door_is_known_by_its_call(source: str, call: str) -> None:
    assert [name for _, name in doors(source)] == ([call] if call else [])


def _pipe(place: Path) -> None:
    os.mkfifo(place)


def _device(place: Path) -> None:
    place.symlink_to("/dev/zero")


def _store(folder: Path, behind: Callable[[Path], None]) -> None:
    write_store(folder, [("a", "train", [5, 6])], Tokenizer())
    (tokens,) = folder.glob("tokens*")
    tokens.unlink()
    behind(tokens)


READERS: Mapping[str, tuple[str, Callable[[Path], object]]] = MappingProxyType(
    {
        "folders": ("folders", lambda home: _moved(home / "folders")),
        "status.json": ("status.json", read_status),
        "songs": ("songs.json", lambda run: TrainingSongs.kept(run / "songs.json")),
        "prints": ("songs.prints", lambda model: read_sparse(model / "songs.prints")),
        "store": ("songs.json", open_store),
        "best": ("best.json", best_checkpoint),
        "state": ("training.json", values_of),
        "tensors": ("training.safetensors", tensors_of),
        "metrics": ("metrics.jsonl", lambda run: list(read_metrics(run / "metrics.jsonl"))),
        "plan": ("model.json", lambda model: read_model(model).problem),
        "run": ("status.json", read_run),
    }
)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
@pytest.mark.timeout(30)
@pytest.mark.parametrize("behind", [_pipe, _device])
@pytest.mark.parametrize("reader", READERS)
def test_nobody_waits_for_a_pipe_or_reads_a_device(
    reader: str, behind: Callable[[Path], None], tmp_path: Path
) -> None:
    name, read = READERS[reader]
    behind(tmp_path / name)
    with contextlib.suppress(SegueError, RefusedError):
        read(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
@pytest.mark.timeout(30)
@pytest.mark.parametrize("behind", [_pipe, _device])
def test_ids_of_a_store_are_a_regular_file(behind: Callable[[Path], None], tmp_path: Path) -> None:
    _store(tmp_path, behind)
    with pytest.raises(ModelFileError, match="damaged"):
        open_store(tmp_path)
