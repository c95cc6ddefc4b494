"""Pre-moves in Conference, from the view of the seat that leaves one (rules/premoves.py)."""

from __future__ import annotations

from itertools import combinations

from rules.cards import each
from rules.conference import follow
from rules.conference.gallowglass import hired_for
from rules.conference.moves import play_text
from rules.conference.records import HIRED, Laid, side
from rules.conference.trick import winner
from rules.conference.views import laid_of
from rules.contract import View
from rules.premoves import TRUMPS, Candidate, Candidates, PremoveOptions, cards_of, plays
from rules.tarot.cards import CARDS, EVIL, FOOL, GOOD, LED, SUIT_MASKS, SUITS, follows, height
from rules.tarot.cards import TRUMPS as TRUMP_CARDS

ALLEGIANCE = "allegiance"


def premove_options(view: View) -> PremoveOptions:
    """A card or a rule, once the next turn is to play (C5). The dealer has more to do before that (C3, C4.1)."""
    if view["phase"] not in ("discard", "gallowglass", "play"):
        return PremoveOptions()
    moves = tuple(move for card in view["hand"] for move in _plays(view, card))
    return PremoveOptions(moves, (*SUITS, TRUMPS), _never(view) if view["phase"] == "play" else {}, follows(moves))


def _never(view: View) -> dict[str, str]:
    """The cards that may not be played to the trick in progress (C5.2, C4.2), but for those that a partner's call may
    bring out (C7.3).
    """
    laid, hand, led, hired = view["trick"], CARDS.mask(view["hand"]), _led(view), HIRED[view["gallowglass"]]
    if not laid or view["seat"] in [seat for seat, _ in laid]:
        return {}
    called = GOOD | EVIL if view["options"]["good_evil"] == ALLEGIANCE else 0
    return {
        f"play {CARDS.text[card]}": why.message
        for card in each(hand & ~called)
        if (why := follow.why_not_play(hand, led, hired, None, card))
    }


def _led(view: View) -> int:
    """The cards of the suit that the trick in progress asks for; none while it asks for none."""
    if view["led"] == TRUMPS:
        return TRUMP_CARDS
    return SUIT_MASKS[SUITS.index(view["led"])] if view["led"] else 0


def _plays(view: View, card: str) -> tuple[str, ...]:
    """The moves that may play a card: with each call where its player would have to make one, as things stand (C7.2,
    C7.4).
    """
    calls = view["calls"]
    called = card in (CARDS.text[GOOD], CARDS.text[EVIL]) and view["options"]["good_evil"] == ALLEGIANCE
    if called and (not calls or side(calls[0]["seat"]) != side(view["seat"])):
        return tuple(play_text(CARDS.bit[card], ours) for ours in (True, False))
    return plays([card])


def candidates(view: View) -> Candidates | None:
    """The cards that a rule may pick, and which would win the trick, as far as their player can know.

    The Fool is kept (C5.4). No rule picks Good or Evil in a game of Allegiance (C7).
    """
    if view["phase"] != "play":
        return None
    seat, cards = view["seat"], laid_of(view["trick"])
    led = _led(view)
    idle = None if view["idle"] is None else CARDS.bit[view["idle"]]
    hand, hired = CARDS.mask(view["hand"]), HIRED[view["gallowglass"]]
    own = view["options"]["good_evil"] == ALLEGIANCE

    def candidate(card: int, move: str) -> Candidate:
        wins = _wins(seat, card, cards, led or LED[card], hand & ~card, hired, idle)
        return Candidate(move, wins, height(card), kept=card == FOOL)

    may = [CARDS.bit[card] for card in cards_of(view["moves"])]
    options = tuple(candidate(card, f"play {CARDS.text[card]}") for card in may if not (own and card in (GOOD, EVIL)))
    return Candidates((view["led"] or "") if cards else None, options)


def _wins(
    seat: int, card: int, cards: tuple[Laid, ...], led: int, remaining: int, hired: int, idle: int | None
) -> bool | None:
    """Whether a card would win the trick so far; None if that depends on cards that others hold.

    Others' cards of the gallowglass suit may stand in for the suit led (C4.2). `remaining` is the seat's hand after it.
    """
    hireable = hired_for(led, hired)
    unsure = [other for _, other in cards if other & hireable]
    own = card & hireable if remaining & led else 0
    choices = [sum(some) for size in range(len(unsure) + 1) for some in combinations(unsure, size)]
    laid = (*cards, (seat, card))
    seen = {winner(laid, led, others | own, idle) == seat for others in choices}
    return seen.pop() if len(seen) == 1 else None
