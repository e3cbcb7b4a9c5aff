"""The user interface of Ducale."""
