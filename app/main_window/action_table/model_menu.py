"""The rows of the Model menu: models."""

from functools import partial

from app.main_window.action_table.spec import ActionSpec, spec

_model = partial(spec, "Model")

MODEL: tuple[ActionSpec, ...] = (
    _model(0, "show_models", "&Models", "Show the models on this machine.", "Ctrl+Alt+2"),
    _model(
        0,
        "use_starter",
        "Use &Starter",
        "Go on with the model that comes with Segue.",
        "Ctrl+Alt+S",
    ),
    _model(
        1, "start_training", "&Train a model…", "Make a model from your own pieces.", "Ctrl+Shift+M"
    ),
)
