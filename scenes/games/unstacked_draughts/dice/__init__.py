"""The simulation of flying dice, in millimetres and seconds; it doesn't depend on the faces that they show."""
