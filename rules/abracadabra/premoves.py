"""Pre-moves in Abracadabra, from the view of the seat that leaves one (rules/premoves.py)."""

from __future__ import annotations

from rules.abracadabra.cards import CARDS, JOKER, RANKS, SUITS, beats, resolve_joker, suit_led, suit_of
from rules.abracadabra.follow import why_not_play
from rules.abracadabra.records import PASSED, Trick
from rules.abracadabra.trick import LEADS_FROM_DUMMY, LEADS_FROM_HAND
from rules.cards import each
from rules.contract import View
from rules.premoves import PLAY, Candidate, Candidates, PremoveOptions, cards_of, plays

LEADERS_SECOND_PLACE = 2
"""The place in a trick of three of the second card of its leader (A7.2)."""

PILES = ("expose none", "expose pile")
"""A6.2: what all but Declarer say of their piles."""


def premove_options(view: View) -> PremoveOptions:
    """Return the pre-moves: suits (A3.1), bids and a pass (A4.1), the pile (A6.2), cards and rules (A7.1).

    A card of an open dummy may be ordered as well: the next that its player plays may come from there (A7.2).
    """
    seat, phase = view["seat"], view["phase"]
    if phase == "suit" and view["suits"][seat] is None:
        return PremoveOptions(tuple(f"suit {suit}" for suit in SUITS if suit not in view["suits"]))
    if phase == "bid" and view["bids"][seat] is None:
        highest = max(bid or PASSED for bid in view["bids"])
        return PremoveOptions((*(f"bid {number}" for number in range(highest + 1, view["length"] + 1)), "pass"))
    if phase in ("place", "expose") and seat != view["declarer"] and _decides_on_pile_next(view):
        return PremoveOptions(PILES)
    if phase == "play" or (phase == "expose" and view["piles"][seat] is not None):
        cards = (*view["hand"], *(view["dummy"] or ()))
        turn_up = CARDS.bit[view["turn_up"]] if view["turn_up"] else 0
        bits = {card: resolve_joker(CARDS.bit[card], turn_up) for card in cards}
        follows = {PLAY + card: suit_of(bit) for card, bit in bits.items() if bit and bit != JOKER}
        return PremoveOptions(plays(cards), SUITS, _illegal_next(view) if phase == "play" else {}, follows)
    return PremoveOptions()


def _illegal_next(view: View) -> dict[str, str]:
    """Return the cards that may not be played to the trick in progress (A7.1), or come from where the next one
    does not (A7.2).
    """
    seat, trick_cards, dummy = view["seat"], view["trick"], view["dummy"]
    place = len(trick_cards) + 1  # of the next card of whoever waits, where two play; it is the trick's last at most
    if (
        place > LEADERS_SECOND_PLACE
        if dummy is not None
        else not trick_cards or seat in [player for player, _ in trick_cards]
    ):
        return {}
    from_dummy = dummy is not None and place == (LEADS_FROM_DUMMY if view["lead_from"] == "dummy" else LEADS_FROM_HAND)
    turn_up = CARDS.bit[view["turn_up"]] if view["turn_up"] else 0
    cards = tuple(CARDS.bit[card] for _, card in trick_cards)
    trick = Trick(seat, None, cards, suit_led(cards[0], turn_up) if cards else 0)
    own_cards, open_cards = CARDS.mask(view["hand"]), CARDS.mask(dummy or ())
    source = open_cards if from_dummy else own_cards
    return {
        PLAY + CARDS.text[card]: refusal.message
        for card in each(own_cards | open_cards)
        if (refusal := why_not_play(turn_up, trick, card, source, own_cards, from_dummy=from_dummy))
    }


def _decides_on_pile_next(view: View) -> bool:
    """Whether a seat that is not Declarer has placed its bid cards (A5.3), and not spoken of its pile (A6.2)."""
    seat = view["seat"]
    return view["numbers"][seat] is not None and view["piles"][seat] is None


def candidates(view: View) -> Candidates | None:
    """Return the trick in progress, and which of the cards that may be played, the dummy's where one is due
    (A7.2), would win it (A7.1).
    """
    if view["phase"] != "play":
        return None
    trick_cards = [CARDS.bit[card] for _, card in view["trick"]]
    turn_up = CARDS.bit[view["turn_up"]] if view["turn_up"] else 0
    trumps: str | None = view["trumps"]
    place: int = view["best"] or 0

    def candidate(card: int) -> Candidate:
        would_win = not trick_cards or beats(card, trick_cards[place], trumps, turn_up)
        return Candidate(f"play {CARDS.text[card]}", would_win, _height(card, trumps, turn_up))

    led_suit = suit_of(resolve_joker(trick_cards[0], turn_up)) if trick_cards else None
    return Candidates(led_suit, tuple(candidate(CARDS.bit[card]) for card in cards_of(view["moves"])))


def _height(card: int, trumps: str | None, turn_up: int) -> tuple[int, ...]:
    """Return the height of a card: trumps above others, then by rank (A7.1), of equals in canonical order.

    The joker stands where the card does that was turned up (A2.2).
    """
    card = resolve_joker(card, turn_up)
    suit = suit_of(card)
    return (int(suit == trumps), RANKS.index(CARDS.text[card][:-1]), SUITS.index(suit))
