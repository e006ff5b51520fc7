"""Tests of `app.state.microphone`."""

from app.state.microphone import OFF, Failed, Microphone, On, Opening
from engine.sentence import said


def test_a_sign_follows_a_microphone_from_opening_to_off():
    microphone = Microphone()
    seen = []
    microphone.changed.connect(lambda state: seen.append((state, microphone.is_open)))
    microphone.ask()
    microphone.open("Desk mic", since_s=12.5, latency_s=0.01)
    microphone.open("Desk mic", since_s=12.5, latency_s=0.01)
    microphone.close()
    on = On("Desk mic", 12.5, 0.01)
    assert seen == [(Opening(), True), (on, True), (OFF, False)]


def test_a_microphone_that_is_taken_away_says_why_and_is_closed():
    microphone = Microphone()
    microphone.ask()
    microphone.open("Desk mic", since_s=1.0)
    microphone.fail(said("The microphone ‘{name}’ is gone.", name="Desk mic"))
    assert isinstance(microphone.state, Failed)
    assert not microphone.is_open


def test_an_answer_that_comes_after_closing_opens_nothing():
    microphone = Microphone()
    microphone.ask()
    microphone.close()
    microphone.open("Desk mic", since_s=1.0)
    assert microphone.state == OFF
