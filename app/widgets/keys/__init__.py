"""Keys of the keyboard: tips that name a shortcut, and keys that a widget takes for itself."""
