"""Makers: one `make_X` for each concept of a running window.

A maker gets the parts that it needs and returns one part or a frozen group of parts.
`app.start.session` calls the makers in order. No maker knows the session or the window: it gets the
`WindowParts`, and `parent` is Qt's owner of the new objects.
"""
