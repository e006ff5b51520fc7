"""What can be done with the model in hand, wired together."""

from app.compose.model.memory_look import MemoryLook
from app.compose.model.slider_measuring import SliderMeasuring
from app.main_window.window import MainWindow
from app.start.parts import Folders, Links
from app.talk.continuing import Continuing


class ModelTools:
    """Its sliders measured, its attention shown; Qt's owner of both is who asks the model."""

    def __init__(
        self, window: MainWindow, continuing: Continuing, links: Links, folders: Folders
    ) -> None:
        page = window.compose
        MemoryLook(links.live, page.continue_panel, continuing)
        self._sliders = SliderMeasuring(
            window.shell, page, continuing, folders.starter, links.make_job
        )

    def close(self) -> None:
        """End what is measured; a model's card stays as it was."""
        self._sliders.close()
