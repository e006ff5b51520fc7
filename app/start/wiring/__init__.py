"""Makers: `make_X(ports) -> X`, one for each concept of a running window.

Each maker is given the parts that it needs, and returns one part or a frozen group of them;
`app.start.session` calls one after another. Nobody here knows the session or the window itself:
of the window a maker sees the `WindowParts`, and `parent` is Qt's owner of what is made.
"""
