"""Preferences: frozen `values`, the JSON `file` that stores them, and `settings` in front of both.

`table` lists the settings that the user can see, `setting` defines a row of it, and `old_file`
reads the INI file of earlier versions. The binders of the workspaces act on a choice.
"""
