"""Preferences: frozen `values`, the one JSON `file` they are in, and `settings` in front of both.

`old_file` reads the INI file of earlier versions. What a choice causes is not known here: the
binders of `app.preferences` and the others see to that.
"""
