"""Physics of flying dice, in millimetres on the table's plane and seconds; independent of their faces."""
