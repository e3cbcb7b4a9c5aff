"""Lines of Action on the screen: its own men, and the words that players see most."""
