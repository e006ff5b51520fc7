"""Scripts, and above all those that nobody runs any more, find all that they import."""

import ast
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest
import torch

from engine.model.network.checkpoint import LoadedModel
from engine.model.network.kinds import network_of
from engine.values.config import ModelConfig

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = tuple(ROOT / folder for folder in ("scripts", "scripts/starter"))
SCRIPTS = [script for folder in FOLDERS for script in sorted(folder.glob("*.py"))]
OURS = {"app", "engine", "benchmarks"} | {script.stem for script in SCRIPTS}


def imported(script: Path) -> Iterator[tuple[str, str]]:
    """Each name that a script takes from a module of ours, and the module."""
    for node in ast.walk(ast.parse(script.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in OURS:
            yield from ((str(node.module), alias.name) for alias in node.names)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_what_a_script_imports_is_there(script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in (*FOLDERS, ROOT):
        monkeypatch.syspath_prepend(str(folder))
    missing = [
        f"{module}.{name}"
        for module, name in imported(script)
        if not hasattr(import_module(module), name) and not find_spec(f"{module}.{name}")
    ]
    assert not missing


def a_model(seed: int, *, width: int = 16) -> LoadedModel:
    """Return a small model of random weights, its embeddings tied."""
    torch.manual_seed(seed)
    config = ModelConfig(vocab_size=50, n_layer=1, d_model=width, n_head=2, mem_len=8)
    return LoadedModel(model=network_of(config).eval(), tokenizer={}, card={})


def test_the_mean_of_models_is_that_of_each_weight(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "scripts" / "starter"))
    average = import_module("average_starter").average
    one, other = (a_model(seed).model.state_dict() for seed in (1, 2))
    mean = average([a_model(1), a_model(2)], [3.0, 1.0]).model.state_dict()
    for name, weight in mean.items():
        torch.testing.assert_close(weight, 0.75 * one[name] + 0.25 * other[name])
    with pytest.raises(SystemExit, match="one shape"):
        average([a_model(1), a_model(2, width=32)], [1.0, 1.0])
