"""Art of Double Draughts: checkers."""
