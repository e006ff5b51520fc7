"""OSC: what datagrams mean, who is answered, and that nonsense gets one sentence."""

import contextlib
import queue
import threading
from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pythonosc.osc_bundle_builder import IMMEDIATELY, OscBundleBuilder
from pythonosc.osc_message import OscMessage

from engine.ground.errors import ProcessError
from engine.messages import (
    CancelContinue,
    ClosePiece,
    Command,
    ContinuationFinished,
    Failed,
    GoOn,
    Hear,
    Heard,
    NotesMade,
    OpenOsc,
    OpenPiece,
    PartNote,
    Rewind,
)
from engine.values.score import Note, Score, Track
from engine.worker.osc import OscGateway, command_of, messages_of
from tests.worker.osc_patch import Patch, datagram, free_port

TOKEN = "s3cretlyy"  # noqa: S105 - of these tests


class Served:
    """A gateway with the commands that came through it, on a clock of its own."""

    def __init__(self) -> None:
        self.commands: queue.SimpleQueue[Command] = queue.SimpleQueue()
        self.now_s = 100.0
        self.gateway = OscGateway(
            OpenOsc(port=free_port(), token=TOKEN), self.commands.put, clock=lambda: self.now_s
        )

    def next(self) -> Command:
        return self.commands.get(timeout=10)


@pytest.fixture
def served() -> Iterator[Served]:
    served = Served()
    yield served
    served.gateway.close()


@pytest.fixture
def patch(served: Served) -> Iterator[Patch]:
    patch = Patch(served.gateway.port)
    yield patch
    patch.close()


def test_each_message_becomes_its_command_with_floats_as_patches_send_them(
    served: Served, patch: Patch
) -> None:
    patch.say("/segue/open", TOKEN, 3.0, 32, 128)
    assert served.next() == OpenPiece(
        piece=3, score=Score(tracks=(Track(program=32), Track(is_drum=True)))
    )
    patch.say("/segue/hear", TOKEN, 3, 1, 480.0, 60, 240, 99, 7)
    assert served.next() == Hear(
        piece=3, notes=(PartNote(track=1, note=Note(480, 60, 240, 99)),), number=7
    )
    patch.say("/segue/goon", TOKEN, 3, 1920, 2, 5)
    asked = served.next()
    assert isinstance(asked, GoOn)
    assert (asked.piece, asked.request, asked.ask.start, asked.ask.bars) == (3, 5, 1920, 2)
    patch.say("/segue/cancel", TOKEN, 3, 5)
    assert served.next() == CancelContinue(piece=3, request=5)
    patch.say("/segue/rewind", TOKEN, 3, 1)
    assert served.next() == Rewind(piece=3, bar=1)
    patch.say("/segue/json", TOKEN, '{"type": "ClosePiece", "piece": 3}')
    assert served.next() == ClosePiece(piece=3)
    bundle = OscBundleBuilder(IMMEDIATELY)
    for piece in (4, 5):
        bundle.add_content(OscMessage(datagram("/segue/close", TOKEN, piece)))
    patch.throw(bundle.build().dgram)
    assert [served.next(), served.next()] == [ClosePiece(piece=4), ClosePiece(piece=5)]


def test_whoever_spoke_of_a_piece_last_hears_of_it(served: Served, patch: Patch) -> None:
    other = Patch(served.gateway.port)
    patch.say("/segue/open", TOKEN, 1)
    served.next()
    other.say("/segue/open", TOKEN, 2)
    served.next()
    made = PartNote(track=0, note=Note(1920, 60, 240, 80))
    for piece in (1, 2, 9):
        served.gateway.tell(
            NotesMade(piece=piece, request=1, alternative=0, notes=(made,), until=1920)
        )
    served.gateway.tell(Heard(piece=1, number=4))
    served.gateway.tell(Failed(piece=2, message="It is not open.", hint="Open it."))
    finished = ContinuationFinished(
        piece=1, request=1, seconds=0.5, first_note_seconds=0.1, notes_per_second=9.0
    )
    served.gateway.tell(finished)
    assert patch.hear() == ("/segue/note", [1, 1, 0, 0, 1920, 60, 240, 80])
    assert patch.hear() == ("/segue/heard", [1, 4])
    assert patch.hear() == ("/segue/finished", [1, 1])
    assert other.hear() == ("/segue/note", [2, 1, 0, 0, 1920, 60, 240, 80])
    assert other.hear() == ("/segue/failed", [2, "It is not open. Open it."])
    other.close()


def test_ten_programs_are_answered_each_whatever_the_others_send(served: Served) -> None:
    patches = [Patch(served.gateway.port) for _ in range(10)]
    silent, babbling, *speaking = patches
    for piece, each in enumerate(speaking, 1):
        babbling.throw(bytes(range(piece, piece + 40)))
        each.say("/segue/open", TOKEN, piece)
        assert served.next() == OpenPiece(piece=piece, score=Score(tracks=(Track(),)))
    for piece in range(1, 9):
        served.gateway.tell(Heard(piece=piece, number=piece))
    for piece, each in enumerate(speaking, 1):
        assert each.hear() == ("/segue/heard", [piece, piece])
    assert babbling.hear()[0] == "/segue/failed"
    for each in (silent, *patches[1:]):
        each.close()


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (b"", "A datagram is no OSC message."),
        (b"GET / HTTP/1.1\r\n\r\n", "A datagram is no OSC message."),
        (datagram("/segue/open", 1), "The first argument of /segue/open is not the token."),
        (datagram("/segue/open", "wrong-one", 1), "is not the token."),
        (datagram("/segue/open"), "is not the token."),
        (datagram("/segue/dance", TOKEN), "There is no OSC message /segue/dance."),
        (datagram("/segue/rewind", TOKEN), "/segue/rewind has other arguments than these."),
        (datagram("/segue/rewind", TOKEN, 1, "two"), "has other arguments than these."),
        (datagram("/segue/rewind", TOKEN, 1, float("nan")), "has other arguments than these."),
        (datagram("/segue/hear", TOKEN, 1, 0, 0, 999, 1, 1), "A command could not be read"),
        (datagram("/segue/json", TOKEN, "{"), "A command could not be read"),
        (datagram("/segue/json", TOKEN, 1), "/segue/json takes one command as text."),
    ],
)
def test_nonsense_gets_one_sentence_and_commands_go_on(
    served: Served, patch: Patch, said: bytes, sentence: str
) -> None:
    patch.throw(said)
    path, (piece, words) = patch.hear()
    assert (path, piece) == ("/segue/failed", 0)
    assert sentence in str(words)
    # More of it at once gets no more sentences: two programs must not answer each other for ever.
    for _ in range(50):
        patch.throw(said)
    patch.say("/segue/close", TOKEN, 1)
    assert served.next() == ClosePiece(piece=1)
    served.gateway.tell(Heard(piece=1, number=1))
    assert patch.hear() == ("/segue/heard", [1, 1])
    served.now_s += 1.0
    patch.throw(said)
    assert patch.hear()[0] == "/segue/failed"


# A good message of each kind, and of its arguments those that count something of music.
GOOD: tuple[tuple[str, tuple[int, ...], slice], ...] = (
    ("/segue/open", (1, 32), slice(1, None)),
    ("/segue/hear", (1, 0, 480, 60, 240, 90), slice(1, None)),
    ("/segue/goon", (1, 1920, 2), slice(1, 3)),
    ("/segue/rewind", (1, 3), slice(1, None)),
)
WRONG = (-1, 10**18, 1e30, float("nan"), float("inf"))


def test_numbers_out_of_range_are_one_sentence_and_others_are_heard(
    served: Served, patch: Patch
) -> None:
    other = Patch(served.gateway.port)
    told = 0
    for path, arguments, counted in GOOD:
        for place in range(len(arguments))[counted]:
            for number in WRONG:
                served.now_s += 1.0
                said = (*arguments[:place], number, *arguments[place + 1 :])
                patch.say(path, TOKEN, *said)
                answer, (piece, words) = patch.hear()
                assert (answer, piece) == ("/segue/failed", 0), (path, said)
                assert "\n" not in str(words)
                told += 1
                other.say("/segue/rewind", TOKEN, 2, told)
                assert served.next() == Rewind(piece=2, bar=told)
    assert told == len(WRONG) * 9
    other.close()


@given(data=st.binary(max_size=200))
@example(data=b"#bundle\0" + b"\0" * 8 + b"\xff\xff\xff\xff")
@example(data=b"/a\0\0,[[[\0\0\0\0")
@example(data=b"#bundle\0\0\0\0\0\0\0\0\1\0\0\0\x04#bun")
def test_no_bytes_do_more_than_become_a_sentence(data: bytes) -> None:
    with contextlib.suppress(ProcessError):
        for message in messages_of(data):
            command_of(message.address, list(message.params))


def test_it_listens_on_the_loop_back_address_alone_and_ends_with_its_thread() -> None:
    before = set(threading.enumerate())
    served = Served()
    assert served.gateway._socket.getsockname()[0] == "127.0.0.1"
    with pytest.raises(ProcessError, match=f"OSC cannot use port {served.gateway.port}"):
        OscGateway(OpenOsc(port=served.gateway.port, token=TOKEN), served.commands.put)
    served.gateway.close()
    assert set(threading.enumerate()) == before
    again = OscGateway(OpenOsc(port=served.gateway.port, token=TOKEN), served.commands.put)
    again.close()
