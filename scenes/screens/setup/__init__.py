"""Before a match: who plays, how strong, by which rules."""
