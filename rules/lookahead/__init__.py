"""What the searches of several games share: transpositions, repetitions, best lines, eyes that see less clearly.

Each search keeps its own recursion beside its own board (CONTRIBUTING.md says what sharing more of it would cost).
Typed for mypyc; both kinds of run visit the same nodes.
"""
