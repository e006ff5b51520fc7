"""The checks before a jam as texts: keyboard, sound, model and latency."""

from statistics import median

from PySide6.QtCore import QCoreApplication

from app.clients.sound import Sound
from app.views.jam.values import Check
from app.widgets.levels.lamp import LampTone
from engine import messages

# Latency from key to sound: players do not notice the first; the second disturbs everyone.
_GOOD_S, _BAD_S = 0.025, 0.06
# A key that the model has read within this time can still change an answer on the next beat.
_KEEPS_UP_S = 0.1


def check_input(sound: Sound, *, typing: bool, needed: bool) -> Check:
    """Return whether Segue can hear a player.

    Args:
        sound: The chosen keyboards, and the connected ones.
        typing: Whether the computer's keys play.
        needed: Whether the mode needs a player.
    """
    there, chosen = sound.listening, sound.choices.inputs
    if there:
        return Check(text=", ".join(there))
    if typing:
        return Check(text=_tr("the computer's keys"))
    if chosen:
        return Check(
            text=_tr("‘%1’ is not connected").replace("%1", chosen[0]),
            tone="warning",
            reason=_tr(
                "It is used again as soon as it is back. Until then the computer's keys can play."
            ),
        )
    return Check(
        text=_tr("no keyboard"),
        tone="danger" if needed else "off",
        reason=_tr("Choose a MIDI keyboard at “MIDI in” above, or play on the computer's keys."),
    )


def check_output(output: messages.OutputOpened | None) -> Check:
    """Return whether there is a sound output."""
    if output is None:
        return Check(
            text=_tr("opening…"),
            tone="working",
            reason=_tr("Segue is opening the sound, or waits for a port that was lost."),
        )
    if output.kind == "recording":
        return Check(
            text=_tr("no sound"),
            tone="warning",
            reason=_tr("No audio device found. You can still send MIDI to a port."),
        )
    own = output.name in ("", messages.BUILT_IN)
    return Check(text=_tr("built-in sound") if own else output.name)


def check_model(
    model: messages.ModelLoaded | None, *, lags_s: tuple[float, ...] = (), late: int = 0
) -> Check:
    """Return whether the model is loaded and keeps up.

    Args:
        model: The loaded model, or None.
        lags_s: For the latest keys, the time until the model had read them.
        late: How often no answer was ready in time, in the last half minute.
    """
    if model is None:
        return Check(text=_tr("loading…"), tone="working", reason=_tr("The model is being loaded."))
    if late:
        return Check(
            text=_tr("late: %1 × in 30 s").replace("%1", str(late)),
            tone="warning",
            reason=_tr("It was not ready in time and played its last bar again."),
        )
    if lags_s:
        lag_s = median(lags_s)
        text = _tr("keeps up, %1 ms behind") if lag_s <= _KEEPS_UP_S else _tr("%1 ms behind")
        slow = _tr("A smaller model, or fewer other programs, would answer sooner.")
        return Check(
            text=text.replace("%1", f"{1000 * lag_s:.0f}"),
            tone="good" if lag_s <= _KEEPS_UP_S else "warning",
            reason="" if lag_s <= _KEEPS_UP_S else slow,
        )
    return Check(text=model.name)


def check_latency(output: messages.OutputOpened | None) -> Check:
    """Return the latency from key to sound, as far as it is known."""
    if output is None or not output.live_latency_s:
        return Check(
            text=_tr("delay not known"),
            tone="plain",
            reason=_tr("Segue cannot measure how long a MIDI instrument takes to sound."),
        )
    seconds = output.live_latency_s
    why = _tr("A smaller buffer sounds sooner: Edit ▸ Preferences ▸ Sound and ports.")
    return Check(
        text=_tr("%1 ms").replace("%1", f"{1000 * seconds:.0f}"),
        tone=_latency_tone(seconds),
        reason="" if seconds <= _GOOD_S else why,
    )


def _latency_tone(seconds: float) -> LampTone:
    if seconds <= _GOOD_S:
        return "good"
    return "danger" if seconds > _BAD_S else "warning"


def why_not(model: Check, heard: Check, *, needed: bool) -> str:
    """Return why no jam can start, or an empty string."""
    if model.tone == "working":
        return model.reason
    if needed and heard.tone in {"danger", "warning"}:
        return heard.reason
    return ""


def _tr(text: str) -> str:
    return QCoreApplication.translate("JamChecks", text)
