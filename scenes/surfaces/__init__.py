"""The tokens on a table and their animations, without the rules of any game."""
