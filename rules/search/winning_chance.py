"""The winning probability for a search's score: a logistic function with a scale for each game.

The scale, the score in hundredths of a man that multiplies the odds by e, was fitted to self-play with 3 000 nodes a
turn and a noise of up to 20, by maximum likelihood with a draw as half a win; ± is from a bootstrap over matches. In
seven groups by score the probability was wrong by at most 0.07; it is less exact for weaker players.

    double-draughts 157 ± 10             1 705 positions of 300 matches
    duck-chess      225 ± 16             1 710 positions of 300 matches
    ducart          131 ± 15             1 173 positions of 200 matches, with hundred=counted

Under Ducart's other rule, where a hundred turns without progress are a draw, equal engines draw nearly all matches
whatever the score: 300 matches gave a useless 2 999 ± 267. So the scale above is used there as well.
"""

from math import exp

from rules.search.iterative_deepening import SURE


def winning_chance(score: int, scale: float) -> float:
    if abs(score) >= SURE:  # proved
        return float(score > 0)
    return 1 / (1 + exp(-score / scale))
