"""Pre-moves in Conference, from the view of the seat that leaves one (rules/premoves.py)."""

from __future__ import annotations

from itertools import combinations

from rules.cards import each
from rules.conference import follow
from rules.conference.gallowglass import hireable_cards
from rules.conference.moves import play_text
from rules.conference.records import HIRED_SUITS, LaidCard, side
from rules.conference.trick import winner
from rules.conference.views import laid_cards_of
from rules.contract import View
from rules.premoves import TRUMPS, Candidate, Candidates, PremoveOptions, cards_of, plays
from rules.tarot.cards import CARDS, EVIL, FOOL, GOOD, LED, SUIT_MASKS, SUITS, follows, height
from rules.tarot.cards import TRUMPS as TRUMP_CARDS

ALLEGIANCE = "allegiance"


def premove_options(view: View) -> PremoveOptions:
    """Return the pre-moves: cards and rules, once the next turn is to play (C5).

    The dealer has more to do before that (C3, C4.1).
    """
    if view["phase"] not in ("discard", "gallowglass", "play"):
        return PremoveOptions()
    moves = tuple(move for card in view["hand"] for move in _plays_of(view, card))
    return PremoveOptions(
        moves, (*SUITS, TRUMPS), _illegal_next(view) if view["phase"] == "play" else {}, follows(moves)
    )


def _illegal_next(view: View) -> dict[str, str]:
    """Return the cards that may not be played to the trick in progress (C5.2, C4.2), but for those that a
    partner's call may bring out (C7.3).
    """
    trick_cards, hand, led_suit, hired_suit = (
        view["trick"],
        CARDS.mask(view["hand"]),
        _asked_suit(view),
        HIRED_SUITS[view["gallowglass"]],
    )
    if not trick_cards or view["seat"] in [seat for seat, _ in trick_cards]:
        return {}
    callable_cards = GOOD | EVIL if view["options"]["good_evil"] == ALLEGIANCE else 0
    return {
        f"play {CARDS.text[card]}": refusal.message
        for card in each(hand & ~callable_cards)
        if (refusal := follow.why_not_play(hand, led_suit, hired_suit, None, card))
    }


def _asked_suit(view: View) -> int:
    """Return the cards of the suit that the trick in progress asks for; none while it asks for none."""
    if view["led"] == TRUMPS:
        return TRUMP_CARDS
    return SUIT_MASKS[SUITS.index(view["led"])] if view["led"] else 0


def _plays_of(view: View, card: str) -> tuple[str, ...]:
    """Return the moves that may play a card: with each call where its player would have to make one, as things
    stand (C7.2, C7.4).
    """
    calls = view["calls"]
    is_callable = card in (CARDS.text[GOOD], CARDS.text[EVIL]) and view["options"]["good_evil"] == ALLEGIANCE
    if is_callable and (not calls or side(calls[0]["seat"]) != side(view["seat"])):
        return tuple(play_text(CARDS.bit[card], ours) for ours in (True, False))
    return plays([card])


def candidates(view: View) -> Candidates | None:
    """Return the cards that a rule may pick, and which would win the trick, as far as their player can know.

    The Fool is kept (C5.4). No rule picks Good or Evil in a game of Allegiance (C7).
    """
    if view["phase"] != "play":
        return None
    seat, cards = view["seat"], laid_cards_of(view["trick"])
    led_suit = _asked_suit(view)
    idle = None if view["idle"] is None else CARDS.bit[view["idle"]]
    hand, hired_suit = CARDS.mask(view["hand"]), HIRED_SUITS[view["gallowglass"]]
    is_allegiance = view["options"]["good_evil"] == ALLEGIANCE

    def candidate(card: int, move: str) -> Candidate:
        would_win = _would_win(seat, card, cards, led_suit or LED[card], hand & ~card, hired_suit, idle)
        return Candidate(move, would_win, height(card), is_kept=card == FOOL)

    legal_cards = [CARDS.bit[card] for card in cards_of(view["moves"])]
    options = tuple(
        candidate(card, f"play {CARDS.text[card]}")
        for card in legal_cards
        if not (is_allegiance and card in (GOOD, EVIL))
    )
    return Candidates((view["led"] or "") if cards else None, options)


def _would_win(
    seat: int, card: int, cards: tuple[LaidCard, ...], led_suit: int, remaining: int, hired_suit: int, idle: int | None
) -> bool | None:
    """Whether a card would win the trick so far; None if that depends on cards that others hold.

    Others' cards of the gallowglass suit may stand in for the suit led (C4.2). `remaining` is the seat's hand after it.
    """
    hireable = hireable_cards(led_suit, hired_suit)
    unsure_cards = [other_card for _, other_card in cards if other_card & hireable]
    own_stand_in = card & hireable if remaining & led_suit else 0
    choices = [
        sum(stand_ins) for size in range(len(unsure_cards) + 1) for stand_ins in combinations(unsure_cards, size)
    ]
    trick_cards = (*cards, (seat, card))
    outcomes = {
        winner(trick_cards, led_suit, other_stand_ins | own_stand_in, idle) == seat for other_stand_ins in choices
    }
    return outcomes.pop() if len(outcomes) == 1 else None
