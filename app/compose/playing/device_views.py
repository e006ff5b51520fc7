"""Show outputs and inputs: status chips, menus and failures."""

from PySide6.QtCore import QObject
from PySide6.QtGui import QCursor

from app.clients.playing import Playing
from app.compose.failures import notice_of
from app.main_window.compose_page import ComposePage
from app.main_window.menus import choices
from app.main_window.shell import Shell
from app.views.notice_strip import NoticeText
from app.words.ports import input_words, output_words, track_ports_words
from engine import messages

# Menu keys; the keys of ports are their names.
SYNTH = ""
NO_INPUT = ""


class DeviceViews(QObject):
    """Shows the output and the inputs and lets the user choose others.

    Args:
        playing: The client of the player.
    """

    def __init__(
        self,
        shell: Shell,
        page: ComposePage,
        *,
        playing: Playing,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell, self._page = shell, page
        self._playing = playing
        sound = playing.audio
        shell.transport.input_toggled.connect(
            lambda name, on: sound.choose_one("inputs", name, on=on)
        )
        shell.transport.mode_ended.connect(self._on_sign)
        shell.status.chip_clicked.connect(self._on_chip)
        shell.notices.button_clicked.connect(self._on_notice)
        playing.output_changed.connect(self._show_output)
        playing.ports_changed.connect(self._show_ports)
        sound.clock_heard.connect(lambda _bpm: self._show_clock())
        sound.changed.connect(self._on_choices)
        playing.failed.connect(self._on_failure)
        playing.output_lost.connect(self._on_lost)
        self._show_output(None)
        self._show_ports(playing.ports)

    def _choose_output(self, name: str) -> None:
        self._playing.audio.choose_output("port" if name else "synth", name)

    def _on_chip(self, name: str) -> None:
        if name in {"output", "input"}:
            self._shell.menus.changing(name).popup(QCursor.pos())

    def _on_notice(self, key: str, button: str) -> None:
        if key == "output" and button == "choose":
            self._shell.menus.changing("output").popup(QCursor.pos())
        elif key == "output" and button == "retry":
            self._playing.audio.open_again()

    def _show_output(self, event: messages.OutputOpened | None) -> None:
        status = self._shell.status
        if event is None:
            status.show_chip("output", self.tr("Out: opening…"), tone="working")
        elif event.kind == "recording":
            status.show_chip("output", self.tr("Out: no sound"), tone="warning")
        else:
            self._shell.notices.clear_notice("output")
            own = event.name in ("", messages.BUILT_IN)
            name = self.tr("Built-in sound") if own else event.name
            tooltip = self.tr("What sounds. Click to choose another output.")
            if event.name == messages.OWN_OUTPUT:
                tooltip = self.tr("Connect another program to the MIDI port “%1”.").replace(
                    "%1", event.name
                )
            ms = self._playing.audio.choices.buffer_ms
            sounds = self.tr("%1, %2 ms").replace("%1", name).replace("%2", str(ms))
            status.show_chip(
                "output",
                self.tr("Out: %1").replace("%1", name),
                tone="good",
                tooltip=tooltip,
                listed=(self.tr("Out"), sounds if event.kind == "synth" else name),
            )
        self._fill_outputs()

    def _show_ports(self, ports: messages.PortsChanged) -> None:
        outputs = tuple((port, output_words(port)) for port in ports.outputs)
        for view in (self._page.headers, self._page.mixer):
            view.show_outputs(outputs)
        self._fill_outputs()
        self._show_inputs()

    def _show_inputs(self) -> None:
        sound = self._playing.audio
        chosen, inputs = sound.choices.inputs, sound.ports.inputs
        self._shell.transport.show_inputs(inputs, chosen=chosen)
        names = ", ".join(chosen)
        self._shell.status.show_chip(
            "input",
            self.tr("In: %1").replace("%1", names) if names else self.tr("In: none"),
            tone="good" if sound.listening else "off",
            tooltip=self.tr("The MIDI keyboards that are listened to. Click to choose."),
        )
        none = self.tr("No MIDI devices found. Plug one in; it appears by itself.")
        entries = [(name, input_words(name)) for name in inputs]
        current = "" if not chosen else chosen[0] if len(chosen) == 1 else None
        menu = self._shell.menus.changing("input")
        choices(
            menu,
            [(NO_INPUT, self.tr("Nothing")), *entries] if entries else [],
            current=current,
            chosen=lambda name: self._playing.audio.choose(inputs=(name,) if name else ()),
            empty=none,
        )
        if entries and not sound.ports.keyboards:
            menu.addAction(none).setEnabled(False)
        if entries:
            menu.addSeparator()
            through = menu.addAction(self.tr("What you play sounds at once, through its track"))
            through.setCheckable(True)
            through.setChecked(sound.choices.through)
            through.triggered.connect(lambda on: sound.choose(through=on))

    def _on_choices(self) -> None:
        self._show_inputs()
        self._show_clock()
        self._fill_outputs()

    def _show_clock(self) -> None:
        """Show the tempo of the external clock while it is followed."""
        sound = self._playing.audio
        following = bool(sound.choices.clock_in)
        self._shell.transport.show_external_tempo(sound.bpm if following else None)
        text = self.tr("Follows %1").replace("%1", input_words(sound.choices.clock_in))
        self._shell.transport.show_mode(
            "clock",
            text if following else "",
            self.tr("Tempo, start and stop come from this clock; end it to use Segue's own."),
        )

    def _on_sign(self, mode: str) -> None:
        if mode == "clock":
            self._playing.audio.choose(clock_in="")

    def _fill_outputs(self) -> None:
        sound, ports = self._playing.audio, self._playing.ports
        kind, name = sound.choices.output_kind, sound.choices.output_name
        remembered = name if kind == "port" else ""
        entries = [(SYNTH, self.tr("Built-in sound"))]
        entries += [(port, output_words(port)) for port in ports.outputs]
        if remembered and remembered not in ports.outputs:
            text = self.tr("%1 (not connected)").replace("%1", remembered)
            entries.append((remembered, text))
        menu = self._shell.menus.changing("output")
        choices(menu, entries, current=remembered, chosen=self._choose_output)
        if sound.uses_own_port and remembered in ports.outputs:
            menu.addSeparator()
            split = menu.addAction(track_ports_words())
            split.setCheckable(True)
            split.setChecked(sound.choices.port_per_track)
            split.triggered.connect(lambda on: sound.choose(port_per_track=on))

    def _on_failure(self, event: messages.Failed) -> None:
        self._shell.notices.show_notice(
            notice_of(
                event,
                key="output",
                buttons=(("retry", self.tr("Retry")), ("choose", self.tr("Choose output"))),
                about="program",
            )
        )
        if self._playing.output is None:
            self._shell.status.show_chip("output", self.tr("Out: none"), tone="danger")

    def _on_lost(self, name: str) -> None:
        text = self.tr("‘%1’ was disconnected. Notes were stopped.").replace("%1", name)
        self._shell.notices.show_notice(
            NoticeText(
                key="output",
                happened=text,
                did=self.tr("It will reconnect by itself."),
                tone="warning",
                about="program",
            )
        )
