"""G while music plays: the offer joins in. A real player, a model of any speed, one clock."""

from dataclasses import dataclass, replace
from itertools import groupby, pairwise

import pytest
from PySide6.QtWidgets import QApplication

from app.clients.continuing import Continuing
from app.clients.playing import Playing
from app.settings.settings import Settings
from app.state.document import Document
from engine import messages
from engine.messages import PartNote
from engine.piece.composition import Composition
from engine.playback.player.player import Player
from engine.playback.ports.outputs import RecordingOutput
from engine.playback.sending.agenda import NEVER
from engine.request import Request
from engine.values.alternative_end import AlternativeEnd
from engine.values.score import Note
from tests.app.doubles import BAR, FakeLink, piece
from tests.playback.stage import FakeClock

pytestmark = pytest.mark.usefixtures("qtbot")

BEAT_S = 0.5
BAR_S = 4 * BEAT_S
# Pitches of the notes that are offered first; `piece` has lower ones.
LOWEST_OFFERED = 80
SPEEDS = (0.5, 1.0, 2.0)


class PlayerLink(FakeLink):
    """A player that obeys at once."""

    def __init__(self, player: Player) -> None:
        super().__init__()
        self.player = player

    def send(self, command: messages.Message) -> None:
        super().send(command)
        self.player.handle(command)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Sound:
    """A note that began: when, in seconds since playing began, pitch and velocity."""

    at_s: float
    pitch: int
    velocity: int


class Studio:
    """The clients of player and live process, with a real player and a model that takes time."""

    def __init__(self, settings: Settings, *, bars: int = 8, speed: float = 1.0) -> None:
        self.clock, self.live = FakeClock(), FakeLink()
        self._reports: list[messages.Message] = []
        self.player = Player(self._report, clock=self.clock)
        self.output = RecordingOutput("recording", clock=self.clock)
        self.player.attach(self.output)
        self.link = PlayerLink(self.player)
        self.document = Document()
        self.document.show(Composition.of(piece(bars)), path=None, title="a", saved=True)
        self.playing = Playing(self.link, self.document, settings, clock=self.clock)
        self.continuing = Continuing(
            self.live, self.document, self.playing, draw_seed=lambda: 7, clock=self.clock
        )
        self.link.deliver(messages.Ready(role="player", seconds=0.0))
        loaded = messages.ModelLoaded(
            folder="m", name="M", parameters=1, notes=8, device="CPU", seconds=0.1
        )
        self.live.deliver(loaded)
        self.speed = speed
        # What the model will do: (clock time, what it says).
        self._to_come: list[tuple[float, messages.Message]] = []
        self._began_s = self.clock.now_s
        self.requests = 0

    def _report(self, event: messages.Message) -> None:
        self._reports.append(event)

    def play(self, tick: int = 0) -> None:
        self.playing.play(tick)
        self._began_s = self.clock.now_s

    def run(self, seconds: float) -> None:
        """Let time pass for player, model and window."""
        until_s = self.clock.now_s + seconds
        while True:
            next_s = min(self.player.step(), self._to_come[0][0] if self._to_come else NEVER)
            if self._hear():
                continue
            if next_s > until_s:
                break
            self.clock.now_s = max(self.clock.now_s, next_s)
            while self._to_come and self._to_come[0][0] <= self.clock.now_s:
                self.live.deliver(self._to_come.pop(0)[1])
            QApplication.processEvents()
        self.clock.now_s = until_s

    def _hear(self) -> bool:
        """Give the window what the player reported; return whether there was something."""
        reports, self._reports = self._reports, []
        for event in reports:
            self.link.deliver(event)
        return bool(reports)

    def press_g(self, *, bars: int = 4, start: int | None = None) -> None:
        end = self.document.composition.end_of_writing if start is None else start
        self.requests += 1
        self._to_come = []
        self.continuing.go_on(Request(start=end, bars=bars, alternatives=2))
        self._plan(self.live.last(messages.Continue).request, end, bars or 40)

    def _plan(self, request: int, start: int, bars: int) -> None:
        """Make quarter notes at the speed of the model, alternative 1 a moment after 0."""
        say = self._to_come.append
        began_s = self.clock.now_s + 0.1
        primed = messages.Primed(
            request=request, steps=9, exact_bars=(0, 4), compressed_bars=(0, 0), seconds=0.1
        )
        say((began_s, primed))
        for beat in range(4 * bars):
            for alternative in range(2):
                made_s = began_s + (beat + 1) * BEAT_S / self.speed + alternative * 0.001
                say((made_s, self._note(request, alternative, start, beat)))
        ends_s = began_s + 4 * bars * BEAT_S / self.speed + 0.01
        for alternative in range(2):
            whole = messages.AlternativeFinished(
                request=request,
                alternative=alternative,
                made=AlternativeEnd(end=start + bars * BAR, ended=False, seed=alternative),
            )
            say((ends_s, whole))
        done = messages.ContinuationFinished(
            request=request, seconds=1.0, first_note_seconds=0.1, notes_per_second=9.0
        )
        say((ends_s + 0.01, done))

    def _note(self, request: int, alternative: int, start: int, beat: int) -> messages.NotesMade:
        pitch = LOWEST_OFFERED + 2 * (self.requests % 20) + alternative
        tick = start + 480 * beat
        # The velocity counts the beats.
        note = PartNote(0, Note(start=tick, pitch=pitch, duration=480, velocity=1 + beat))
        return messages.NotesMade(
            request=request, alternative=alternative, notes=(note,), until=tick + 480
        )

    def heard(self) -> list[Sound]:
        return [
            Sound(round(r.received_s - self._began_s, 3), r.message[1], r.message[2])
            for r in self.output.received
            if r.message[0] & 0xF0 == 0x90
        ]

    def offered(self) -> list[Sound]:
        return [sound for sound in self.heard() if sound.pitch >= LOWEST_OFFERED]

    def sounding(self) -> set[int]:
        """The pitches that have begun and not ended."""
        on: set[int] = set()
        for received in self.output.received:
            status, pitch = received.message[0] & 0xF0, received.message[1]
            if status == 0x90:
                on.add(pitch)
            elif status == 0x80:
                on.discard(pitch)
        return on


@pytest.fixture
def studio(settings: Settings) -> Studio:
    return Studio(settings)


def is_without_gap(sounds: list[Sound]) -> bool:
    """Whether there is a note on each beat."""
    return all(abs(b.at_s - a.at_s - BEAT_S) < 0.002 for a, b in pairwise(sounds))


# Seconds before the end of eight bars (16 s) at which G is pressed.
PLACES = {"before": 7.3, "in": 1.1, "at the very end": 0.04}


@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize("place", PLACES)
def test_the_offer_joins_in_and_each_note_of_it_sounds_once(
    studio: Studio, speed: float, place: str
) -> None:
    studio.speed = speed
    studio.play()
    studio.run(16.0 - PLACES[place])
    studio.press_g()
    studio.run(40.0)
    offered = studio.offered()
    assert [sound.pitch for sound in offered] == [82] * 16
    assert is_without_gap(studio.heard())
    assert not studio.playing.playing
    assert not studio.sounding()


def test_pressed_in_the_silence_after_the_last_bar_the_last_bar_comes_again(
    studio: Studio,
) -> None:
    # Time goes on after the music, as when a recording has ended.
    studio.playing.play(0, open_end=True)
    studio.run(19.3)
    studio.press_g()
    studio.run(30.0)
    assert [sound.pitch for sound in studio.offered()] == [82] * 16
    after = [sound for sound in studio.heard() if sound.at_s > 19.3]
    assert is_without_gap(after)
    # In step with what was counted before.
    assert after[0].at_s == pytest.approx(19.5, abs=0.002)


@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize(
    "loop",
    [(0, 8 * BAR), (6 * BAR, 8 * BAR), (BAR, 3 * BAR)],
    ids=["the whole piece", "the end", "the beginning"],
)
def test_a_loop_before_the_offer_is_left_for_it(
    studio: Studio, speed: float, loop: tuple[int, int]
) -> None:
    studio.speed = speed
    studio.playing.set_loop(*loop)
    studio.play(loop[0])
    studio.run(5.7)
    studio.press_g()
    studio.run(60.0)
    assert [sound.pitch for sound in studio.offered()] == [82] * 16
    assert is_without_gap(studio.heard())
    # The loop itself stays as it is set.
    assert studio.playing.looping
    assert studio.playing.loop == loop


def test_a_loop_around_the_offer_goes_on_with_it(studio: Studio) -> None:
    studio.playing.set_loop(6 * BAR, 12 * BAR)
    studio.play(6 * BAR)
    studio.run(2.3)
    studio.press_g()
    studio.run(60.0)
    assert is_without_gap(studio.heard())
    assert len(studio.offered()) > 32
    assert studio.playing.playing


@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize("looping", [False, True])
def test_enter_and_g_in_turn_twenty_times(studio: Studio, speed: float, *, looping: bool) -> None:
    studio.speed = speed
    if looping:
        studio.playing.set_loop(0, 8 * BAR)
    studio.play(6 * BAR)
    chosen = []
    for turn in range(20):
        # At all places of a bar: in what was kept last, or before it sounds.
        studio.run(0.13 + 0.29 * (turn % 5))
        studio.press_g(bars=2)
        studio.continuing.choose(turn % 2)
        chosen.append(LOWEST_OFFERED + 2 * (studio.requests % 20) + turn % 2)
        studio.run(4.0 / speed + 0.15)
        studio.continuing.keep()
    studio.run(60.0)
    assert not studio.playing.playing
    assert is_without_gap(studio.heard())
    runs = [(pitch, list(run)) for pitch, run in groupby(studio.offered(), lambda s: s.pitch)]
    assert [pitch for pitch, _ in runs] == chosen
    for _, run in runs:
        # Each note once; then the last bar again, until there is more.
        assert [sound.velocity for sound in run[:8]] == list(range(1, 9))
        assert [sound.velocity for sound in run[8:]] == [5, 6, 7, 8] * (len(run[8:]) // 4)


def test_a_loop_is_left_for_what_was_kept_before_it_sounds(studio: Studio) -> None:
    studio.playing.set_loop(0, 8 * BAR)
    studio.play(4 * BAR)
    studio.run(0.5)
    studio.speed = 8.0
    studio.press_g()
    studio.run(2.0)
    studio.continuing.keep()
    studio.run(30.0)
    assert [sound.pitch for sound in studio.offered()] == [82] * 16
    assert not studio.playing.playing


def test_undo_gives_the_loop_back(studio: Studio) -> None:
    studio.playing.set_loop(0, 8 * BAR)
    studio.play(4 * BAR)
    studio.run(0.5)
    studio.speed = 8.0
    studio.press_g()
    studio.run(2.0)
    studio.continuing.keep()
    studio.document.undo()
    studio.run(30.0)
    assert studio.playing.playing
    assert not studio.offered()


@pytest.mark.parametrize("finished", [False, True])
def test_none_of_the_four_is_left_unheard_when_the_music_ends_first(
    studio: Studio, *, finished: bool
) -> None:
    # The player has stopped at the end, and its last word is still on its way.
    studio.play(7 * BAR)
    studio.run(1.99)
    studio.clock.now_s += 0.02
    studio.player.step()
    studio.player.step()
    assert not studio.player.playing
    assert studio.playing.playing
    studio.press_g()
    if finished:
        for _, word in studio._to_come:
            studio.live.deliver(word)
        studio._to_come = []
    studio.run(30.0)
    assert [sound.pitch for sound in studio.offered()] == [82] * 16


def test_a_stop_while_it_is_made_stays_a_stop(studio: Studio) -> None:
    studio.play(6 * BAR)
    studio.run(3.0)
    studio.press_g()
    studio.run(1.5)
    studio.playing.stop()
    studio.run(20.0)
    assert not studio.playing.playing
    assert not studio.offered()
    assert not studio.sounding()


def test_a_preference_waits_in_silence(settings: Settings) -> None:
    settings.prefer(replace(settings.preferences, while_made="wait"))
    studio = Studio(settings, speed=0.5)
    studio.play(6 * BAR)
    studio.run(3.0)
    studio.press_g()
    studio.run(4.0)
    # The playhead waits at the bar line.
    assert studio.playing.tick == 8 * BAR
    assert not studio.sounding()
    studio.run(30.0)
    before, after = studio.heard()[:8], studio.heard()[8:]
    assert is_without_gap(before)
    assert is_without_gap(after)
    assert [sound.pitch for sound in after] == [82] * 16
    # On a bar line of what was counted.
    assert (after[0].at_s / BAR_S) % 1 == pytest.approx(0.0, abs=0.002)
    assert after[0].at_s > before[-1].at_s + BAR_S


def test_the_playhead_in_the_window_goes_back_with_the_bar(studio: Studio) -> None:
    studio.speed = 0.5
    places: list[float] = []
    studio.playing.moved.connect(places.append)
    studio.play(7 * BAR)
    studio.press_g()
    studio.run(6.5)
    assert max(places) < 8 * BAR
    assert sum(b < a for a, b in pairwise(places)) == 3


@pytest.mark.parametrize("speed", [0.5, 2.0])
def test_an_offer_without_an_end_is_heard(studio: Studio, speed: float) -> None:
    studio.speed = speed
    studio.play(6 * BAR)
    studio.press_g(bars=0)
    studio.run(30.0)
    assert len(studio.offered()) >= 16
    assert is_without_gap(studio.heard())


def test_a_model_that_falls_behind_gives_the_last_bar_again(studio: Studio) -> None:
    studio.play(7 * BAR)
    studio.press_g()
    # After two bars it takes ten seconds longer.
    studio._to_come = [
        (at_s + 10.0 if i > 17 else at_s, said) for i, (at_s, said) in enumerate(studio._to_come)
    ]
    studio.run(40.0)
    assert is_without_gap(studio.heard())
    assert len(studio.offered()) % 4 == 0
    assert len(studio.offered()) > 16
