"""A document, a player and a live process that is a list of events: what continuing needs."""

from app.clients.continuing import Continuing
from app.clients.playing import Playing
from app.settings.settings import Settings
from app.state.document import Document
from engine import messages
from engine.messages import PartNote
from engine.piece.composition import Composition
from engine.request import Request
from engine.values.alternative_end import AlternativeEnd
from engine.values.score import Note
from tests.app.doubles import BAR, FakeLink, piece

START = 4 * BAR


class House:
    """A document, a player and a live process."""

    def __init__(self, settings: Settings, *, tracks: int = 1) -> None:
        self.live, self.player = FakeLink(), FakeLink()
        self.now_s = 0.0
        self.document = Document()
        self.document.show(Composition.of(piece(tracks=tracks)), path=None, title="a", saved=True)
        self.playing = Playing(self.player, self.document, settings)
        self.continuing = Continuing(
            self.live, self.document, self.playing, draw_seed=lambda: 7, clock=lambda: self.now_s
        )
        self.player.deliver(messages.Ready(role="player", seconds=0.0))

    def load(self) -> None:
        self.live.deliver(
            messages.ModelLoaded(
                folder="m", name="M", parameters=1, notes=8, device="CPU", seconds=0.1
            )
        )

    def go_on(self, **changes: object) -> int:
        self.continuing.go_on(Request(**({"start": START, "alternatives": 2} | changes)))
        return self.live.last(messages.Continue).request

    def make(self, request: int, alternative: int, *starts: int, until: int | None = None) -> None:
        notes = tuple(
            PartNote(0, Note(start=s, pitch=60 + alternative, duration=240)) for s in starts
        )
        self.live.deliver(
            messages.NotesMade(
                request=request,
                alternative=alternative,
                notes=notes,
                until=starts[-1] if until is None else until,
            )
        )

    def finish(self, request: int, *, alternatives: int = 2, cancelled: bool = False) -> None:
        for index in range(0 if cancelled else alternatives):
            self.end(request, index)
        self.live.deliver(
            messages.ContinuationFinished(
                request=request,
                seconds=1.0,
                first_note_seconds=0.1,
                notes_per_second=9.0,
                cancelled=cancelled,
            )
        )

    def end(self, request: int, index: int) -> None:
        self.live.deliver(
            messages.AlternativeFinished(
                request=request,
                alternative=index,
                made=AlternativeEnd(end=START + 4 * BAR, ended=False, seed=7 + index),
            )
        )

    def offered(self) -> int:
        """Offer two whole alternatives."""
        self.load()
        request = self.go_on()
        self.make(request, 0, START, START + 480)
        self.make(request, 1, START + 240)
        self.finish(request)
        return request
