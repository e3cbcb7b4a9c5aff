"""What is particular to a game on the screen, a folder a game: what is known before it loads (`card`), and all
the rest (`ui`)."""
