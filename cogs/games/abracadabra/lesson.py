"""A first deal of Abracadabra: what is played, and what each decision is about."""

from __future__ import annotations

from typing import Final

from bot.tables.commands.lessons import Plan
from bot.ui.game.presenter import Lesson
from cogs.games.abracadabra.cards import JOKER, SUITS, plural, suit_of, value_of
from cogs.games.abracadabra.ledger import so_far
from cogs.games.abracadabra.pack import ABRACADABRA
from rules.contract import View
from rules.sentences import listed

SUIT: Final = "Your suit scores points; it is not trumps. Choose one of which you hold many."
BID: Final = "Count one for each Ace and high trump. *Declarer* may later double tricks."
FURTHER: Final = "The dummy is open now. This is the last round of bids."
PLACE_MOST: Final = "You bid most: you are *Declarer*. Name late tricks: each scores its number."
PLACE: Final = "*Declarer* bid most and names as many. Name late tricks: they score most."
TRUMP: Final = "Every trump beats all cards of other suits."
DOUBLE: Final = "*Expose* only a trick that you surely win: lost, it costs twice its number."
PILE: Final = "The *pile*: your unused bid cards. *Expose* it (turn it up) for many {suit}."

LEAD: Final = "The others must follow the suit you lead. Without it, a trump can win."
LEAD_JOKER: Final = "Others must follow the suit you lead. Without it, a trump or the joker can win."
LEAD_TRUMPLESS: Final = "The others must follow the suit of your card if they can."
FOLLOW: Final = "Follow suit; without it, a trump can win."
FOLLOW_TRUMPLESS: Final = "Follow the suit led if you can. The highest card of that suit wins."
JOKER_HELD: Final = "Your joker counts as the card turned up, the {card}."
JOKER_LED: Final = "The joker counts as the card turned up, so {suit} were led."
REACHED: Final = "You have as many tricks as you named. Try to lose the rest."
REACHED_NAMED: Final = "You have as many tricks as you named. Winning this one costs the bonus."
TOO_MANY: Final = "That is one trick too many for your bid. Named tricks still score."
DUMMY: Final = "The leader also plays the *dummy*'s card, third. It can win the trick for you."


def guide(view: View) -> str:
    """Return the lesson for the decision of the view's seat: one thing, where it comes up first."""
    match view["phase"]:
        case "suit":
            return SUIT
        case "bid":
            return FURTHER if view["further"] else BID
        case "place":
            return PLACE_MOST if view["seat"] == view["declarer"] else PLACE
        case "trump":
            return TRUMP
        case "expose":
            own_seat = view["seat"]
            return DOUBLE if own_seat == view["declarer"] else PILE.format(suit=SUITS[view["suits"][own_seat]])
        case "play":
            return _of_play(view)
        case _:
            return ""


def _of_play(view: View) -> str:
    """Return the lesson on winning tricks, when the seat first leads, follows or plays from the dummy.

    It explains the joker where that matters first, what to play for, and what has been reached.
    """
    own_seat: int = view["seat"]
    has_led = any(trick["leader"] == own_seat for trick in view["tricks"])
    if view["trick"] and view["trick"][0][0] == own_seat:  # with a dummy the leader plays the third card too
        return "" if has_led else DUMMY
    first = all(trick["leader"] == own_seat for trick in view["tricks"])
    if view["trick"] and first:
        return FOLLOW_TRUMPLESS if view["trumps"] == "none" else FOLLOW
    if not view["trick"] and not has_led:
        if view["trumps"] == "none":
            return LEAD_TRUMPLESS
        return LEAD if view["turn_up"] is None else LEAD_JOKER
    return _joker(view) or _reached(view) or _aim(view) or _adding_up(view)


def _adding_up(view: View) -> str:
    """Return the sum of the points so far, once: after the seat's first named trick, unless exposed cards count."""
    own_seat: int = view["seat"]
    won_cards: list[str] = view["won"][own_seat]
    if view["trick"] or len(won_cards) != 1 or value_of(won_cards[0]) != len(view["tricks"]):
        return ""
    tricks, points = view["taken"][own_seat], so_far(view, own_seat)
    own_suit_points = (4 if view["piles"][own_seat] else 2) * view["own"][own_seat]
    if points != value_of(won_cards[0]) + tricks + own_suit_points:
        return ""
    parts = [f"{value_of(won_cards[0])} named", f"{tricks} for {plural(tricks, 'trick')}"]
    parts += [f"{own_suit_points} for {SUITS[view['suits'][own_seat]]}"] if own_suit_points else []
    return f"You have {points} points: {listed(parts)}."


def _aim(view: View) -> str:
    """Return the aim of play, in the second trick (A8.1)."""
    if len(view["tricks"]) != 1:
        return ""
    named: int = view["numbers"][view["seat"]]
    if not named:
        return "You named no trick: try to win none."
    quantifier = "at least" if view["options"]["success"] == "at_least" else "exactly"
    return f"You named {plural(named, 'trick')}: try to win {quantifier} {named}. Any trick counts, named or not."


def _joker(view: View) -> str:
    """Return the card as which the joker counts (A2.2): as it is led, or when it may first follow its suit."""
    if not view["trick"] or view["turn_up"] in {None, JOKER}:
        return ""
    suit = suit_of(JOKER, view["turn_up"])
    if view["trick"][0][1] == JOKER:
        return JOKER_LED.format(suit=SUITS[suit])
    was_suit_led = any(suit_of(trick["cards"][0][1], view["turn_up"]) == suit for trick in view["tricks"])
    if JOKER in view["hand"] and not was_suit_led and suit_of(view["trick"][0][1], view["turn_up"]) == suit:
        return JOKER_HELD.format(card=ABRACADABRA.name_of(view["turn_up"]))
    return ""


def _reached(view: View) -> str:
    """Return the lesson after the trick with which the seat has won as many as it named, or one too many (A8.1)."""
    own_seat: int = view["seat"]
    if view["options"]["success"] == "at_least" or not view["tricks"] or view["trick"]:
        return ""
    surplus = view["taken"][own_seat] - view["numbers"][own_seat]
    if view["tricks"][-1]["winner"] != own_seat or surplus not in {0, 1}:
        return ""
    if surplus:
        return TOO_MANY
    is_named = any(value_of(rank) == len(view["tricks"]) + 1 for rank in view["left"][own_seat] or ())
    return REACHED_NAMED if is_named else REACHED


LESSON: Final = Lesson(
    Plan(options={}, seats=3, seat=0, dealer=2, deal="79"),
    "To a *trick* everyone plays one card; the best wins it and 1 point. First choose a suit: each of its "
    "cards that you win scores 2. Then bid how many of twelve tricks you will win, and name which: your *bid card* 9 "
    "names trick 9. A named trick that you win scores its number. Win exactly as many as you named for a bonus of "
    "30, or less if others do, too. The highest total after three deals wins.",
    guide,
)
