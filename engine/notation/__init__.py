"""Music on a page: a score quantised to measures, voices and note values.

`page.notate` makes it of a `Score`, `musicxml.write` writes it, `reading.read_musicxml` reads what
other programs wrote. Knows neither Qt nor how a page is drawn.
"""
