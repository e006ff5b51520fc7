"""The transport: one row above everything, and its menus."""
