"""Double Draughts on the screen."""
