"""How dice fly: numbers only, in millimetres on the table's plane and seconds. Nothing here knows their faces."""
