"""What the bars of a piece said is leaned to in what is made."""

import pytest

from engine.live.session import Session
from engine.model.echo import Echo
from engine.tokens import bar_lags
from tests.generation.conftest import BAR
from tests.generation.test_echo import OTHER, THEME, going_on, melody, share_of

FIRM = 15.0
"""Nats beside which a model of random weights says nothing."""


def test_what_stood_four_bars_ago_comes_back_where_phrases_are_firm(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    piece = melody(*THEME, *OTHER)
    # No run of ids may do it: the phrases alone are asked.
    monkeypatch.setattr(Echo, "repeat", lambda _: None)
    alone = going_on(session, piece, bars=4, echo=0.0)
    firm = dict.fromkeys(bar_lags.NATS, (FIRM, 0.0, 0.0))
    monkeypatch.setattr(bar_lags, "NATS", firm)
    leaned = going_on(session, piece, bars=4, echo=1.0)
    assert share_of(THEME + OTHER, alone, start=4 * BAR) < 0.3
    assert share_of(THEME + OTHER, leaned, start=4 * BAR) > 0.9
