"""Art of Ducart: gnomes of two kinds of wood, the marks on their board, and the chain of a locked Keeper."""
