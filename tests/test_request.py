"""What is asked of the model: one value that travels whole, to the last field."""

from dataclasses import fields, replace

import msgspec
import pytest

from engine.ground.errors import RequestError
from engine.messages import Continue, decode_command, encode
from engine.piece.composition import Composition
from engine.piece.composition_file import from_bytes, to_bytes
from engine.piece.takes import Take
from engine.request import DrawingLimits, PartNote, Request, request_from_json
from engine.values.config import SamplingConfig, SteeringConfig
from engine.values.score import Note, Score, Track

BAR = 1920
ARIA = Score(title="Aria", tracks=(Track(notes=(Note(0, 64, 9),)),))
# Not one field as it is by default.
ASK = Request(
    start=4 * BAR,
    bars=16,
    alternatives=8,
    roles=("write", "context"),
    sampling=SamplingConfig(temperature=1.24, top_k=9, echo=0.25, seed=4071),
    steering=SteeringConfig(busy=1.0),
    limits=DrawingLimits(
        pitch_classes=(0, 4), lowest=40, highest=90, max_voices=3, longest_copy=20
    ),
    beginning=(PartNote(0, Note(4 * BAR, 60, 480)),),
    beginning_end=5 * BAR,
    best_of=16,
    following=4,
    since=BAR,
    remembered=ARIA,
    fill=True,
    selected="thinned",
    harmony="held",
    planned=False,
    wish="like",
    pattern=(1920, 3840),
)


def quarters(bars: int, pitch: int = 60) -> Track:
    return Track(notes=tuple(Note(480 * i, pitch, 480) for i in range(4 * bars)))


def taken(ask: Request, *, seed: int = 4073) -> Take:
    return Take(number=0, request=1, parent=0, end=5 * BAR, notes=(), model="M", seed=seed, ask=ask)


def piece(*takes: Take) -> Composition:
    return Composition.of(Score(tracks=(quarters(8), quarters(8, 40)))).offering(takes)


def test_the_example_leaves_no_field_at_its_default() -> None:
    for owner in (ASK, ASK.limits):
        for each in fields(owner):
            assert getattr(owner, each.name) != getattr(type(owner)(), each.name), each.name


def test_a_request_arrives_whole_by_message_by_json_and_by_file() -> None:
    command = Continue(request=1, score=Score(), ask=ASK)
    assert decode_command(encode(command)) == command
    assert request_from_json(msgspec.json.encode(ASK)) == ASK
    composition = piece(taken(ASK))
    opened = from_bytes(to_bytes(composition))
    assert opened == composition
    again = opened.request_of(1)
    # A take is one of several alternatives: it is made again by its own seed, alone.
    alone = replace(ASK, alternatives=1, best_of=0, sampling=replace(ASK.sampling, seed=4073))
    assert again == alone


def test_a_take_that_was_chosen_piece_by_piece_is_made_again_of_as_many() -> None:
    opened = from_bytes(to_bytes(piece(replace(taken(ASK), best_of=4))))
    assert opened.request_of(1).best_of == 4
    assert opened.request_of(1).alternatives == 1


def test_a_remembered_piece_is_kept_once_however_many_takes_grew_out_of_it() -> None:
    other = replace(ARIA, title="Gigue")
    composition = piece(*(taken(ASK) for _ in range(8)), taken(replace(ASK, remembered=other)))
    assert composition.remembered == (ARIA, other)
    assert all(take.ask.remembered is None for take in composition.takes)
    assert [composition.request_of(n).remembered for n in (1, 8, 9)] == [ARIA, ARIA, other]
    assert piece(taken(replace(ASK, remembered=None))).remembered == ()


def test_takes_follow_their_tracks() -> None:
    composition = piece(taken(ASK)).adding_track(Track(name="New"))
    assert composition.request_of(1).roles == ("write", "context", "ignore")
    moved = composition.of_tracks([2, 1, 0])
    assert moved.request_of(1).roles == ("ignore", "context", "write")
    assert moved.request_of(1).beginning == (PartNote(2, ASK.beginning[0].note),)
    without = composition.without_track(0)
    assert without.request_of(1).roles == ("context", "ignore")
    assert without.request_of(1).beginning == ()


def test_a_beginning_stands_in_the_piece_before_the_rest_is_made() -> None:
    score, ask = piece().score, replace(ASK, fill=False, following=0)
    begun, left = ask.begun(score)
    assert (left.start, left.bars, left.beginning, left.beginning_end) == (5 * BAR, 15, (), 0)
    assert [n.start for n in begun.tracks[0].notes if n.start >= 4 * BAR] == [4 * BAR]
    assert begun.tracks[1] == score.tracks[1]
    rewritten, _ = replace(ask, bars=2, following=4).begun(score)
    assert [n.start for n in rewritten.tracks[0].notes if n.start >= 4 * BAR][:2] == [
        4 * BAR,
        6 * BAR,
    ]
    plain = replace(ASK, beginning=(), beginning_end=0)
    assert plain.begun(score) == (score, plain)
    _, left = replace(ASK, bars=0).begun(score)
    assert left.bars == 0


@pytest.mark.parametrize(("selected", "left"), [("kept", 8), ("thinned", 4), ("replaced", 0)])
def test_what_stays_in_a_gap_stays_beside_a_beginning(selected: str, left: int) -> None:
    score = piece().score
    begun, rest = replace(ASK, bars=2, selected=selected).begun(score)
    inside = [n for n in begun.tracks[0].notes if 4 * BAR <= n.start < 6 * BAR]
    assert len(inside) == left + 1
    assert [n for n in begun.tracks[0].notes if n.start >= 6 * BAR] == list(
        score.tracks[0].notes[24:]
    )
    assert (rest.start, rest.bars, rest.selected) == (5 * BAR, 1, "kept")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b"", "no request"),
        (b"\xff\xfe{}", "no request"),
        (b"[]", "no request"),
        (b'{"bars": "four"}', "no request"),
        (b'{"bars": -1}', "bars must be 0 or more"),
        (b'{"sampling": {"temperature": -1}}', "temperature must be 0.0 or more"),
        (b'{"sampling": {"typical": 1}}', "no field ‘sampling.typical’"),
        (b'{"bar": 4}', "no field ‘bar’"),
    ],
)
def test_what_is_no_request_is_one_sentence(text: bytes, sentence: str) -> None:
    with pytest.raises(RequestError, match=sentence):
        request_from_json(text)


def test_what_is_not_said_has_its_default() -> None:
    assert request_from_json(b'{"bars": 2}') == Request(bars=2)


def _of_many_notes(count: int) -> bytes:
    one = b'{"track":0,"note":{"start":0,"pitch":60,"duration":1,"velocity":80}}'
    return b'{"beginning":[' + b",".join([one] * count) + b"]}"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"[" * 2 * 10**6, "it holds more than 1,200,000 objects"),
        (b'{"a":' * 10**5 + b"1" + b"}" * 10**5, "it is nested too deeply"),
        (b'{"remembered":' * 10**5 + b"1" + b"}" * 10**5, "it is nested too deeply"),
        (b'{"bars":' + b"9" * 5000 + b"}", "out of range"),
        (b'{"bars":1e308}', "Expected `int`"),
        (b'{"bars":-1}', "bars must be 0 or more"),
        (b'{"wish":"' + b"x" * 10_000 + b'"}', "Invalid enum value"),
        (b"\xff", "it is not JSON"),
        (b'{"\\u001b[2J":1}', r"no field ‘\\x1b\[2J’"),
        (b'{"' + b"x" * 10_000 + b'":1}', "no field ‘xxx"),
        (b'{"sampling":{"heat":1}}', "no field ‘sampling.heat’"),
        (b'{"remembered":{"tunes":[]}}', "no field ‘remembered.tunes’"),
        (b'{"remembered":{"tracks":[' + b"{}," * 2000 + b"{}]}}", "it has 2,001 tracks"),
        (
            b'{"remembered":{"tracks":[{"notes":[{"start":0,"pitch":60,'
            b'"duration":9007199254740991,"velocity":80}]}]}}',
            "bars",
        ),
        (_of_many_notes(600_000), "it holds more than 1,200,000 objects"),
        (b" " * (65 << 20), "it has more than 64 MiB"),
    ],
)
def test_a_hostile_request_is_refused_in_one_sentence(data: bytes, said: str) -> None:
    with pytest.raises(RequestError, match=said) as told:
        request_from_json(data)
    assert "\n" not in told.value.message
    assert len(told.value.message) < 300


def test_what_is_remembered_is_put_in_order_as_a_piece_is() -> None:
    late, early = Note(960, 60, 480), Note(0, 62, 480)
    mixed = Request(remembered=Score(tracks=(Track(notes=(late, early)),)))
    read = request_from_json(msgspec.json.encode(mixed)).remembered
    assert read is not None
    assert read.tracks[0].notes == (early, late)


@pytest.mark.parametrize("track", [99, -1, 2])
@pytest.mark.parametrize("end", [0, BAR])
def test_a_beginning_for_a_track_that_is_not_there_is_refused(track: int, end: int) -> None:
    score = Score(tracks=(quarters(2), quarters(2)))
    ask = Request(beginning=(PartNote(track, Note(0, 60, 480)),), beginning_end=end)
    with pytest.raises(RequestError, match=f"There is no track {track} to begin with"):
        ask.begun(score)


def test_roles_for_tracks_that_are_not_there_are_refused() -> None:
    ask = Request(roles=("write",) * 3, beginning_end=BAR)
    with pytest.raises(RequestError, match="The piece has 2 tracks, and 3 roles"):
        ask.begun(Score(tracks=(quarters(2), quarters(2))))
