"""The on-screen part of each game, one folder a game: `card` is known before the game loads, `ui` has the rest."""
