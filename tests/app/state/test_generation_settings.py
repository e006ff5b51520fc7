"""All views share one value of the generation settings."""

from app.state.generation_settings import GenerationSettings
from app.values.continue_settings import ContinueSettings


def test_only_what_is_different_is_said() -> None:
    generation = GenerationSettings()
    said: list[object] = []
    generation.changed.connect(said.append)
    generation.replace(ContinueSettings())
    assert said == []
    wanted = ContinueSettings(seed_locked=True).asking(bars=8)
    generation.replace(wanted)
    generation.replace(wanted)
    assert said == [wanted]
    assert generation.settings == wanted
