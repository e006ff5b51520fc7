"""The window: its views laid out, its workspaces, its table of actions and the menus made of it.

May import views, settings, theme and music's values.
Does not know processes, binders or what any action does.
"""
