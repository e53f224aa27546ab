"""How well `check` finds mistakes: one mistake at a time is put into the games that come along, and what is said is
judged. In: the checkout's games and libraries. Out: the table of docs/mistakes.md.
"""
