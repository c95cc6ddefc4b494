"""What the tarot games, Mitigati and Conference, share on screen: the pack with its drawings, cards in words, the hand
by suit, why a card must follow and why one won. It is no game of its own, as rules/tarot is none.
"""
