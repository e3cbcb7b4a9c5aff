"""How Ducart is shown, animated, described and played on the screen."""
