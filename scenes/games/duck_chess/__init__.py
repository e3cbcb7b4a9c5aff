"""How Duck Chess is shown, animated, described and played on the screen."""
