"""Shared screen parts of the tarot games, Mitigati and Conference; it is no game, as rules/tarot is none.

They are the pack, cards in words, the hand by suit, why a card must follow and why one won.
"""
