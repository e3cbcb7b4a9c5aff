"""A card table: how cards lie, move and are handled. Knows cards by their looks and targets, no rules."""
