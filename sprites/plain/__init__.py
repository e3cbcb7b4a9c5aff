"""Art of games that bring none: plain men."""
