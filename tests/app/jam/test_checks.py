"""What must be well before a jam, in words."""

import pytest

from app.jam.checks import check_latency, check_model, check_output, why_not
from app.views.jam.values import Check
from engine import messages
from engine.values.sound import OutputKind

MODEL = messages.ModelLoaded(
    folder="x", name="Starter", parameters=1, notes=1, device="CPU", seconds=0.0
)


def opened(latency_s: float, *, kind: OutputKind = "synth") -> messages.OutputOpened:
    return messages.OutputOpened(kind=kind, name="Built-in", live_latency_s=latency_s)


def test_nothing_begins_before_the_model_is_there() -> None:
    loading = check_model(None)
    assert why_not(loading, Check(text="Keys"), needed=True) == "The model is being loaded."
    assert why_not(check_model(MODEL), Check(text="Keys"), needed=True) == ""


def test_without_a_player_only_what_needs_one_is_refused() -> None:
    nobody = Check(text="no keyboard", tone="danger", reason="Choose one.")
    assert why_not(check_model(MODEL), nobody, needed=True) == "Choose one."
    assert why_not(check_model(MODEL), nobody, needed=False) == ""


@pytest.mark.parametrize(
    ("lags_s", "late", "tone", "text"),
    [
        ((), 0, "good", "Starter"),
        ((0.01, 0.03, 0.02), 0, "good", "keeps up, 20 ms behind"),
        ((0.8,), 0, "warning", "800 ms behind"),
        ((0.01,), 2, "warning", "late: 2 × in 30 s"),
    ],
)
def test_whether_it_keeps_up_is_what_was_measured(
    lags_s: tuple[float, ...], late: int, tone: str, text: str
) -> None:
    check = check_model(MODEL, lags_s=lags_s, late=late)
    assert (check.tone, check.text) == (tone, text)
    assert bool(check.reason) == (tone != "good")


def test_a_long_way_from_key_to_sound_says_what_helps() -> None:
    assert check_latency(opened(0.012)) == Check(text="12 ms")
    assert check_latency(opened(0.04)).tone == "warning"
    assert "smaller buffer" in check_latency(opened(0.09)).reason
    assert check_latency(None).tone == "plain"


def test_a_machine_without_sound_is_told() -> None:
    assert check_output(opened(0.0, kind="recording")).tone == "warning"
    assert check_output(None).tone == "working"
    assert check_output(opened(0.01)).text == "built-in sound"
