"""What is asked of the model has one home."""

from app.state.asked import Asked
from app.values.asking import ContinueSettings


def test_only_what_is_different_is_said() -> None:
    asked = Asked()
    said: list[object] = []
    asked.changed.connect(said.append)
    asked.take(ContinueSettings())
    assert said == []
    wanted = ContinueSettings(seed_locked=True).asking(bars=8)
    asked.take(wanted)
    asked.take(wanted)
    assert said == [wanted]
    assert asked.settings == wanted
