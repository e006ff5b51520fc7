"""What the starter's card says: of the music it learned from, and how long it did."""

from datetime import UTC, datetime
from typing import Any

# What the card says of each source: songs of the training part, whose, under which licence.
DATA = {
    "openscore_lieder": "719 songs, OpenScore Lieder Corpus, CC0 1.0",
    "openscore_quartets": "89 movements, OpenScore String Quartets, CC0 1.0",
    "openscore_more": "1,033 further songs and quartets of the two, CC0 1.0",
    "mutopia": "1,396 pieces, Mutopia Project and its typesetters, public domain and CC BY",
    "polish": "scores of Polish Music Heritage in Open Access (The Fryderyk Chopin Institute),"
    " CC BY 4.0",
    "orchestra": "84 movements, OpenScore Orchestra (Hauptstimme), CC0 1.0",
    "chopin": "186 works, First Editions of Chopin's Music (The Fryderyk Chopin Institute),"
    " CC BY 4.0",
    "openewld": "250 lead sheets, OpenEWLD, songs in the public domain",
    "cre": "563 Irish dance tunes, encoded by Bill Black, Polifonia's cre corpus, public domain"
    " dedication, CC BY 4.0",
    "openhymnal": "174 hymns in four parts, Open Hymnal Project, public domain",
    "jsb": "214 chorales of J. S. Bach, music in the public domain",
    "freedoom": "56 game songs, Freedoom project, BSD 3-clause",
    "helland": "42 game and film songs, music by Tanner Helland, CC BY 4.0",
    "blasphemer": "29 game songs, Blasphemer project, BSD 3-clause",
    "giantmidi": "27 piano recordings, transcribed: GiantMIDI-Piano (Kong, Li, Chen and Wang 2020),"
    " CC BY 4.0",
    "groove": "310 drum performances, Groove MIDI Dataset (Gillick et al. 2019), CC BY 4.0",
    "band_music": "songs by rule, Segue's own (scripts/starter/band_music), MIT; some with tunes in"
    " the public domain, some with drums of the Groove MIDI Dataset (Gillick et al. 2019), CC BY"
    " 4.0",
}


def starter_card(card: dict[str, Any]) -> dict[str, Any]:
    """Return the model card that ships."""
    return {
        "name": "Starter",
        "made": f"{datetime.now(UTC):%Y-%m-%d}",
        "machine": card.get("machine", "two cores of an AMD EPYC, no GPU"),
        "licence": "MIT",
        "data": DATA,
        "trained": trained_in_all(card),
        "fills": card.get("fills", False),
    }


def trained_in_all(card: dict[str, Any]) -> dict[str, Any]:
    """Return how far a run came, together with what its weights had behind them."""
    trained, before = card["trained"], card.get("begun_with", {})
    counts = {name: trained[name] + before.get(name, 0) for name in ("steps", "tokens")}
    return trained | counts
