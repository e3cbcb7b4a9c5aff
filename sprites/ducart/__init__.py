"""Art of Ducart: gnomes of two woods, what is marked on their board, and the chain of a locked Keeper."""
