"""Playing a match of any game; no game is named here."""
