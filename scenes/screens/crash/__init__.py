"""Crash recovery: the report, the sheet and the message box after a fault of the app."""
