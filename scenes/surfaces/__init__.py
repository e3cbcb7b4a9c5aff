"""Tokens on a table and their animation; knows no rules of a game."""
