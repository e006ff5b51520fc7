"""Make the parts that show, measure and prime the current model."""

from dataclasses import dataclass

from PySide6.QtCore import QObject

from app.clients.continuing import Continuing
from app.compose.files.file_actions import FileActions
from app.compose.model.memory_attention import MemoryAttention
from app.compose.model.model_views import ModelViews
from app.compose.model.remembering import Remembering
from app.compose.model.slider_measuring import SliderMeasuring
from app.start.ports import Folders, Links, WindowParts
from app.start.wiring.piece import PieceParts


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelParts:
    """The parts that show and change the chosen model.

    Attributes:
        views: Shows its name, speed and memory.
        remembering: Lets it read another piece first.
        sliders: Measures the effect of its sliders.
    """

    views: ModelViews
    remembering: Remembering
    sliders: SliderMeasuring

    def close(self) -> None:
        """Cancel the measurement; the model's card stays unchanged."""
        self.sliders.close()


def make_model(
    window: WindowParts,
    piece: PieceParts,
    continuing: Continuing,
    *,
    actions: FileActions,
    links: Links,
    folders: Folders,
    parent: QObject,
) -> ModelParts:
    """Return the parts for the model."""
    shell, page = window.shell, window.page
    views = ModelViews(shell, page, piece.document, continuing=continuing, parent=parent)
    remembering = Remembering(
        actions, piece.files, continuing=continuing, views=views, parent=parent
    )
    MemoryAttention(links.live, page.continue_panel, continuing)
    sliders = SliderMeasuring(shell, page, continuing, folders.starter, links.make_job)
    return ModelParts(views=views, remembering=remembering, sliders=sliders)
