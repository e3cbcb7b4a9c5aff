"""Art that games share: boards of 64 squares."""
