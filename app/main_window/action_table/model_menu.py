"""The rows of the Model menu: models."""

from functools import partial

from app.main_window.action_table.spec import ActionSpec, spec

_model = partial(spec, "Model")

# fmt: off
MODEL: tuple[ActionSpec, ...] = (
    _model(0, "show_models", "&Models", "Show the models on this machine.",
        "library.show_models", "Ctrl+Alt+2"),
    _model(0, "use_starter", "Use &Starter", "Go on with the model that comes with Segue.",
        "library.use_starter", "Ctrl+Alt+S"),
    _model(1, "start_training", "&Train a model…", "Make a model from your own pieces.",
        "library.ask_training", "Ctrl+Shift+M"),
)
# fmt: on
