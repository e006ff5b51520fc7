"""Nothing is switched off in silence: each error that the product passes over has its reason here.

A `suppress`, or an `except` for every error, is either about a thing that nobody waits for, or the
code beside it tells. A new one needs a line here; one that is gone loses its line.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BROAD = frozenset({"Exception", "BaseException"})
REASONS = {
    "tidying: what it would delete or close is gone, or nobody needs it": """
        app/files/autosave.py:Autosave.rescues
        app/files/autosave.py:_delete
        app/files/autosave.py:_delete_copy
        app/files/moving.py:remove
        app/files/recordings.py:Recordings.discard
        app/start/single_instance.py:sweep_sockets
        engine/cli/models.py:_delete
        engine/ground/database.py:put_aside
        engine/ground/locking.py:OwnerLock.release
        engine/ground/saving.py:_create_locked
        engine/ground/saving.py:_delete_unless_locked
        engine/ground/saving.py:replacing
        engine/ground/saving.py:sweep
        engine/ground/temporary.py:_delete
        engine/ground/temporary.py:_entries
        engine/ground/temporary.py:temporary_folder
        engine/ground/training_part.py:_sweep
        engine/library/schema.py:writing
        engine/making/model_files.py:_sweep
        engine/piece/kept_recording.py:KeptSounds._sweep
        engine/playback/ports/closing.py:release.close
        engine/processes/pipe.py:_Server.close
        engine/processes/process.py:Child.close
        engine/processes/process.py:Child.kill
        engine/processes/process.py:starting
        engine/tokens/store.py:_sweep
        engine/worker/osc.py:OscGateway.close
    """,
    "the other side is gone, which the code after it notices": """
        app/files/read_threads.py:_ReadThread._work
        app/start/signals.py:Signals._end
        engine/ground/interrupts.py:say_stopped
        engine/library/guard.py:Guard._hand_out
        engine/library/guard.py:_run_worker
        engine/processes/pipe.py:PipeEnd._read
        engine/training/ranks.py:_end_at_once
        engine/worker/osc.py:OscGateway._send
        engine/worker/roles.py:_lower
    """,
    "the error is raised again, or told where its result is waited for": """
        app/files/background.py:_BackgroundJob.perform
        app/files/read_threads.py:_ReadThread._work
        app/start/imports.py:_in_thread.run
        engine/__main__.py:main
        engine/generation/first_notes.py:check_draws
        engine/ground/database.py:_opened
        engine/ground/saving.py:_create_locked
        engine/library/importing.py:_Scanner._run
        engine/library/schema.py:writing
        engine/messages/wire.py:_refusal
        engine/playback/role.py:PlayerRole._attach
        engine/playback/role.py:PlayerRole._guarded
        engine/playback/role.py:run_player
        engine/listening/sound_file.py:SoundFile._read
        engine/tokens/placement.py:ReadAhead.begin.work
        engine/worker/listening.py:ListenRole._found.find
        engine/worker/osc.py:messages_of
        engine/worker/roles.py:answering
    """,
    "help of the system that may be missing: the program works without it": """
        app/files/moving.py:free_at
        app/files/moving.py:size_of
        engine/ground/host.py:_waits
        engine/ground/host.py:awake
        engine/ground/host.py:limit_memory
        engine/piece/opening.py:PieceReader.stand_by
        engine/playback/ports/port_manager.py:PortManager._expect_orphans
        engine/playback/ports/system_ports.py:MidiSystem._virtual
        engine/playback/ports/system_ports.py:PortOutput.rename
        engine/playback/urgency.py:be_urgent
    """,
    "a second copy, or a log, beside the one that counts": """
        app/settings/file.py:put_aside
        engine/ground/saving.py:keep_previous
        engine/making/made_model.py:keep_model
        engine/making/made_model.py:trained_seconds
        engine/making/run_folder.py:add_samples
        engine/making/run_folder.py:write_status
        engine/piece/composition_file.py:to_bytes
        engine/processes/process.py:Child._last_log_line
        engine/training/progress.py:Metrics.write
    """,
    "a picture, a figure or a name: the page shows what is left": """
        app/clients/unfinished_runs.py:_curves
        app/clients/unfinished_runs.py:_lines
        app/clients/unfinished_runs.py:_sampled
        app/files/pictures.py:Pictures._read
        app/files/pictures.py:Pictures.find.found
        app/library/models_card.py:_files
        engine/making/running.py:Making._name_of_model
    """,
    "the value that nobody can read has its default, or is asked for again": """
        app/settings/values.py:_preferences
        engine/ground/paths.py:_moved
        engine/library/repairing.py:_readable
        engine/making/songs.py:_why_left_out
    """,
    "one song, or a list of songs, of a model whose other songs stay": """
        engine/making/known_songs.py:songs_in
        engine/making/made_model.py:keep_model
        engine/making/model_folders.py:export_model
        engine/making/songs.py:fingerprinted
    """,
    "the word of success": """
        engine/cli/writing.py:check_place
    """,
    "a line of a jam that is out of order: the next one comes at once": """
        engine/processes/pipe.py:PipeEnd._read_from
    """,
}


def passed_over() -> Iterator[str]:
    """Yield `path:function` of each place that passes over errors."""
    for folder in ("engine", "app"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for name in within(tree, ""):
                yield f"{path.relative_to(ROOT).as_posix()}:{name}"


def within(node: ast.AST, name: str) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        inner = name
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inner = f"{name}.{child.name}" if name else child.name
        if suppresses(child) or catches_all(child):
            yield inner
        yield from within(child, inner)


def suppresses(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    called = node.func
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    return name == "suppress"


def catches_all(node: ast.AST) -> bool:
    if not isinstance(node, ast.ExceptHandler):
        return False
    return node.type is None or any(
        isinstance(each, ast.Name) and each.id in BROAD for each in ast.walk(node.type)
    )


def test_each_error_that_is_passed_over_has_its_reason() -> None:
    listed = {place for places in REASONS.values() for place in places.split()}
    found = set(passed_over())
    assert found - listed == set(), "give each a reason, or let it tell"
    assert listed - found == set(), "these are gone"


def test_a_place_that_passes_over_errors_is_found() -> None:
    code = (
        "def f():\n    with contextlib.suppress(OSError):\n        pass\n"
        "class C:\n    def g(self):\n        try:\n            pass\n"
        "        except (ValueError, Exception):\n            pass\n"
        "def h():\n    try:\n        pass\n    except OSError:\n        raise\n"
    )
    assert list(within(ast.parse(code), "")) == ["f", "C.g"]
