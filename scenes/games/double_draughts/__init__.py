"""The user interface of Double Draughts."""
