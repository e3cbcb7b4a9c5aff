"""Art of Ducale: playing cards and the things on the card table."""
