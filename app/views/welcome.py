"""First run: two cards over the dimmed window, never modal, never again."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget


class WelcomeCard(QWidget):
    """Lies over its parent's middle; the rest stays usable.

    Signals:
        sound_test_clicked(): Play the three chords again.
        heard(bool): Yes or no to "Can you hear this?".
        output_chosen(str): Another output.
        keyboard_chosen(str): Name of the MIDI input to listen to.
        files_chosen(): "Drop MIDI files" was clicked.
        files_dropped(object): Tuple of paths.
        demo_chosen(): Use the demo.
        skipped(): Close it.
    """

    sound_test_clicked = Signal()
    heard = Signal(bool)
    output_chosen = Signal(str)
    keyboard_chosen = Signal(str)
    files_chosen = Signal()
    files_dropped = Signal(object)
    demo_chosen = Signal()
    skipped = Signal()

    def show_hearing(self, outputs: tuple[str, ...], *, current: str) -> None:
        """Show card 1 of 2: "Can you hear this?"."""

    def show_sources(self, keyboard: str) -> None:
        """Show card 2 of 2: "What do you have?"; empty when no keyboard was found."""
