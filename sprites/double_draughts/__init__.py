"""Art of Double Draughts: boards and checkers."""
