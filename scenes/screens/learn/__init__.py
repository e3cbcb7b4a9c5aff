"""Learning a game: courses, puzzles and the drill, played at the real table."""
