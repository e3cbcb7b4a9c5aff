"""Unstacked Draughts on the screen."""
