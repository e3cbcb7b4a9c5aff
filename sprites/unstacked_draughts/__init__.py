"""Art of Unstacked Draughts: the tablier, its checkers, bone dice and leather cups."""
