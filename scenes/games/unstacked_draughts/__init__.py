"""The user interface of Unstacked Draughts."""
