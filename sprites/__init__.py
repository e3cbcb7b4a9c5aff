"""Pictures as SVG, in a folder for each game and some for what games share."""
