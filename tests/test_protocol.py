"""What another client of the engine relies on: the schema, the version, the page with a session."""

import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import messages
from engine.cli.main import main
from engine.ground.errors import ProcessError
from engine.messages import PROTOCOL, Alive, Continue, Ready, encode
from engine.messages.base import Command, Event, PipeMessage, kinds
from engine.messages.schema import schema, without_words
from engine.processes import process
from engine.request import Request
from engine.values.score import Note, Score, Track

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "protocol.md"
# The messages of a version, without their descriptions. See the test that compares it.
PUBLISHED = {5: "b4f06c671c877245"}


def test_the_messages_are_those_that_were_published_under_this_version() -> None:
    text = json.dumps(without_words(schema()), sort_keys=True)
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    assert {PROTOCOL: digest} == PUBLISHED, (
        "The messages changed. Raise PROTOCOL if a client that knows only the earlier messages"
        f" would misread these (docs/protocol.md, Versions); then put {digest} here."
    )


@pytest.mark.slow
def test_the_schema_is_the_same_whichever_module_comes_first() -> None:
    script = (
        "import json; import engine.planning.chord_model\n"
        "from engine.messages.schema import schema\n"
        "print(json.dumps(schema(), sort_keys=True))"
    )
    later = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert later.stdout.strip() == json.dumps(schema(), sort_keys=True)


def named_in(document: Any) -> Iterator[str]:
    """Yield the definitions that a schema refers to."""
    if isinstance(document, dict):
        if "$ref" in document:
            yield document["$ref"].removeprefix("#/$defs/")
        for value in document.values():
            yield from named_in(value)
    elif isinstance(document, list):
        for value in document:
            yield from named_in(value)


def test_the_schema_defines_every_message_and_whatever_is_in_one() -> None:
    document = schema()
    sent = {kind.__name__ for family in (Command, Event, PipeMessage) for kind in kinds(family)}
    assert sent <= set(document["$defs"])
    assert set(named_in(document["$defs"])) <= set(document["$defs"])
    assert document["protocol"] == PROTOCOL


def test_the_schema_says_which_process_every_message_is_for() -> None:
    document = schema()
    roles = document["roles"]
    assert set(roles) == {*process.ROLES, "any"}
    for family, side in ((Command, "commands"), (Event, "events")):
        listed = {name for role in roles.values() for name in role[side]}
        assert listed == {kind.__name__ for kind in kinds(family)}
    assert "Continue" in roles["live"]["commands"]
    assert "OpenPipe" in set(roles["live"]["commands"]) & set(roles["player"]["commands"])
    assert not set(roles["render"]["commands"]) & set(roles["job"]["commands"])
    assert roles["any"]["events"] == ["Alive", "Failed", "Notice", "Ready"]
    assert set(document["jam"]["player"]) | set(document["jam"]["live"]) == {
        kind.__name__ for kind in kinds(PipeMessage)
    }


def test_what_is_sent_has_the_fields_of_the_schema() -> None:
    definitions = schema()["$defs"]
    score = Score(tracks=(Track(notes=(Note(0, 60, 480),)),))
    for message in (Alive(), Ready(role="live", seconds=0.5), Continue(
        request=1, score=score, ask=Request()
    )):  # fmt: skip
        sent = json.loads(encode(message))
        defined = definitions[type(message).__name__]
        assert sent["type"] in defined["properties"]["type"]["enum"]
        assert set(defined["required"]) <= set(sent) <= set(defined["properties"])


def test_descriptions_are_there_for_readers_and_count_for_no_version() -> None:
    document = schema()
    described = document["$defs"]["NotesMade"]["description"]
    assert "\n\nAttributes:\n    alternative: " in described
    assert "description" not in without_words(document)["$defs"]["NotesMade"]
    # A field may be called so.
    properties = {"description": {"type": "string", "description": "words"}}
    assert without_words({"properties": properties}) == {
        "properties": {"description": {"type": "string"}}
    }


def test_one_command_prints_the_schema(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["messages"], ["messages", "--json"]):
        assert main(arguments) == 0
        assert json.loads(capsys.readouterr().out) == schema()


def test_a_child_of_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    said = json.dumps({"type": "Ready", "role": "job", "seconds": 0.1})
    code = f"import sys; print({said!r}, flush=True); sys.stdin.read()"
    monkeypatch.setattr(process, "child_command", lambda _role: [sys.executable, "-c", code])
    with process.Child("job") as child, pytest.raises(ProcessError) as refusal:
        next(child.events())
    assert refusal.value.message == (
        "Segue was changed while it was running. The messages of its new job process have"
        f" version 0, those of this program version {PROTOCOL}."
    )
    assert refusal.value.hint == "Save your work and start Segue again."


def test_an_event_of_a_later_version_is_still_known_as_ready() -> None:
    line = b'{"type": "Ready", "role": "live", "seconds": 1, "protocol": 9, "later": [1]}'
    assert messages.decode_event(line) == Ready(role="live", seconds=1.0, protocol=9)


def sessions() -> list[str]:
    return re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


@pytest.mark.timeout(400)
@pytest.mark.slow
def test_the_session_on_the_page_of_the_protocol_gets_notes(tmp_path: Path) -> None:
    (session,) = sessions()
    program = tmp_path / "session.py"
    program.write_text(session, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, program],
        cwd=ROOT,
        env=process.child_environment("live"),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines
    assert all("'pitch'" in line for line in lines[:-1])
    assert len(lines) > 1
    assert "'type': 'ContinuationFinished'" in lines[-1]
    assert "'cancelled': True" not in lines[-1]
