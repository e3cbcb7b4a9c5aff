"""How Unstacked Draughts is shown, animated, described and played on the screen."""
