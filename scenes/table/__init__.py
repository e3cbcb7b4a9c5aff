"""Playing a match, any match. It names no game."""
