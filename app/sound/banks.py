"""The binder of sound banks: chosen, dropped, tried, and said where a piece had another one."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.clients.sound import Sound
from app.files.bank_check import BankCheck
from app.main_window import dialogs
from app.main_window.shell import Shell
from app.state.document import Document
from app.values.notices import NoticeText
from engine.ground.errors import SegueError
from engine.messages import OutputOpened
from engine.values.sound import BANK_SUFFIXES, DEFAULT_BANK

# Where systems keep their sound banks.
_SYSTEM_BANKS = (Path("/usr/share/sounds/sf2"), Path("/usr/share/soundfonts"))
# Keys of notices, and of the button that both have.
_CHOICE, _OTHER, _OWN = "bank", "mixed-with", "own-bank"


class BankViews(QObject):
    """Lets the user choose a sound bank, and says what of it is not as the piece had it.

    Signals:
        borrowed_changed(object): Programs that the bank lacks, a frozen set of (number, whether a
            drum kit): the bank that ships plays them.
    """

    borrowed_changed = Signal(object)

    def __init__(
        self,
        shell: Shell,
        document: Document,
        *,
        sound: Sound,
        check: BankCheck,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell = shell
        self._document = document
        self._sound = sound
        self._check = check
        # The bank of the piece and the one that sounds instead, of which the user knows.
        self._said = "", ""
        sound.changed.connect(self._say_other)
        sound.output_changed.connect(self._on_output)
        shell.notices.button_clicked.connect(self._on_notice)

    def ask(self) -> None:
        """Ask for a bank, and play it."""
        bank = self._sound.choices.bank
        there = (folder for folder in _SYSTEM_BANKS if folder.is_dir())
        path = dialogs.ask_open(
            self._shell.frame,
            self.tr("Choose a sound bank"),
            Path(bank).parent if bank else next(there, Path.home()),
            kinds=self.tr("Sound banks (%1)").replace(
                "%1", " ".join(f"*{suffix}" for suffix in BANK_SUFFIXES)
            ),
        )
        if path is not None:
            self.bring_in(path)

    def bring_in(self, path: Path) -> None:
        """Play a bank once each of its sounds was tried."""
        text = self.tr("Trying each sound of ‘%1’…").replace("%1", path.name)
        self._shell.notices.show_notice(NoticeText(key=_CHOICE, happened=text, about="sound"))
        self._check.check(path, sound=lambda: self._on_good(path), failed=self._on_bad)

    def _on_good(self, path: Path) -> None:
        self._sound.choose(bank=str(path))
        text = self.tr("The built-in sound plays ‘%1’ now.").replace("%1", path.name)
        self._shell.notices.show_notice(
            NoticeText(
                key=_CHOICE,
                happened=text,
                can=self.tr("What it lacks is played by Segue's own bank."),
                buttons=((_OWN, self.tr("Use Segue's own")),),
                seconds=12.0,
                about="sound",
            )
        )

    def _on_bad(self, error: SegueError) -> None:
        self._shell.notices.show_notice(
            NoticeText(key=_CHOICE, happened=error.message, can=error.hint, tone="warning")
        )

    def _on_output(self, output: OutputOpened | None) -> None:
        self.borrowed_changed.emit(frozenset(output.borrowed if output is not None else ()))

    # --- the bank that a piece was mixed with ---------------------------------------------------

    def show_piece(self) -> None:
        """Say of another piece with what it was mixed; notices of the one before are gone."""
        self._said = "", ""
        self._say_other()

    def _say_other(self) -> None:
        """Say once for each two banks that a piece was mixed with another one."""
        mixed, heard = self._document.composition.mixed_with, self._sound.bank_heard
        if not mixed or not heard or (mixed, heard) == self._said:
            return
        self._said = mixed, heard
        if mixed == heard:
            self._shell.notices.clear_notice(_OTHER)
            return
        text = self.tr("This piece was mixed with the sound bank ‘%1’; it is played with ‘%2’.")
        own = ((_OWN, self.tr("Use Segue's own")),) if mixed == DEFAULT_BANK else ()
        self._shell.notices.show_notice(
            NoticeText(
                key=_OTHER,
                happened=text.replace("%2", heard).replace("%1", mixed),
                can=self.tr("Instruments may be louder, softer or different."),
                buttons=own,
                about="piece",
            )
        )

    def _on_notice(self, key: str, button: str) -> None:
        if key in {_CHOICE, _OTHER} and button == _OWN:
            self._sound.choose(bank="")
