"""Art of Ducale: cards, and what lies about them on the table."""
