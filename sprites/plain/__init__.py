"""Art of games without sprites of their own: plain men."""
