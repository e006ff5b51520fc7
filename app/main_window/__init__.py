"""The main window: the layout of its views, its workspaces, its actions and its menus.

This package may import views, widgets and settings. It knows no process and no binder, and not what
an action does.
"""
