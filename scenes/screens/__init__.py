"""The screens around the table. They name no game."""
