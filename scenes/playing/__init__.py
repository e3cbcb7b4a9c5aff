"""A match at the table, from the event to the film: the parts of `scenes.match`."""
