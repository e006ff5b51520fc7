"""The texts of a piece read anew, in another encoding than its file was guessed to have."""

from dataclasses import replace

from engine.values.encodings import Encoding, TextCoding
from engine.values.events import Marker, Other
from engine.values.score import Score, Track
from engine.values.texts import TEXTS, clean_text, from_utf8, in_utf8, reread


def with_encoding(score: Score, encoding: Encoding) -> Score:
    """Return a piece whose texts are read in an encoding that the user chose.

    A text that its user wrote in other letters than those of the file's encoding stays.

    Args:
        score: The piece; one whose file was UTF-8 stays as it is.
        encoding: The encoding.
    """
    coding = score.coding
    chosen = TextCoding(encoding=encoding, is_sure=True)
    if coding is None or coding == chosen:
        return score
    old = coding.encoding

    def text(known: str) -> str:
        return clean_text(reread(known, old=old, new=encoding))

    def other(known: Other) -> Other:
        if known.kind not in TEXTS or known.data.isascii():
            return known
        return replace(known, data=in_utf8(from_utf8(known.data, old), encoding))

    def track(known: Track) -> Track:
        return replace(known, name=text(known.name), others=tuple(map(other, known.others)))

    def marker(known: Marker) -> Marker:
        return replace(known, text=text(known.text))

    return replace(
        score,
        title=text(score.title),
        composer=text(score.composer),
        tracks=tuple(map(track, score.tracks)),
        markers=tuple(map(marker, score.markers)),
        others=tuple(map(other, score.others)),
        coding=chosen,
    )
