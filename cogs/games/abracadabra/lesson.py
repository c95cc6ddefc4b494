"""A first deal of Abracadabra: what is played, and what each decision is about."""

from __future__ import annotations

from typing import Final

from bot.tables.commands.lessons import Plan
from bot.ui.game.presenter import Lesson
from cogs.games.abracadabra.cards import SUITS, count
from rules.contract import View

LESSON: Final = Lesson(
    Plan(options={}, seats=3, seat=0, dealer=2, deal="79"),
    "To a *trick* everybody plays one card, and the best wins it. Say how many of twelve tricks you will win, and "
    "which ones: you name them with *bid cards*, one for each. Each trick that you named and win brings its number in "
    "points, and if you win just as many tricks as you named, that brings up to 30 more. The highest total after three "
    "deals wins.",
)

SUIT: Final = (
    "There are two packs: the cards that you hold, to play with, and a second one of bid cards. Your suit gives you "
    "its bid cards, and from now on you collect it: best one of which you hold many cards, or high ones that win "
    "others. It need not be trumps; the pile comes later."
)
JOKER: Final = "Your Joker is the very card that was turned up."

BID: Final = (
    "Count the tricks that you may win: one for an Ace, one for each high trump, as trumps beat all other suits, "
    "perhaps one more for many low trumps. A bid must be higher than those before it; who bids most is *Declarer* and "
    "names just so many tricks. The others name fewer, later."
)
FURTHER: Final = "Both have passed, so the dummy was laid open, and there is one more round of bids: the last."

PLACE: Final = (
    "A bid card bears the number of the trick that it names, and nobody else sees which you take. Late tricks bring "
    "most, and can be waited for: keep high trumps for them. A trick that you named and do not win brings nothing."
)

TRUMP: Final = "Every trump beats all cards of other suits, so take the suit of which you hold most, and the highest."

DOUBLE: Final = (
    "Turn a card up only where you are as good as sure: the last trick, say, if you keep the highest trump for it."
)
PILE: Final = (
    "The *pile* is the bid cards that you did not place. Open it if you will win many {suit}; but from what lies there "
    "everybody can tell what you have named."
)

FOLLOW: Final = (
    "You must follow the suit led if you can. If you cannot, play what you like: a trump to win, or a card that you "
    "are glad to lose. The highest trump wins, or else the highest card of the suit led."
)
FOLLOW_TRUMPLESS: Final = (
    "You must follow the suit led if you can. If you cannot, play what you like, but it cannot win: there are no "
    "trumps in this deal, so the highest card of the suit led does."
)
LEAD: Final = (
    "You lead, so any card will do, and the others must follow its suit if they can. The highest trump wins, or else "
    "the highest card of the suit; whoever wins leads to the next trick."
)
LEAD_TRUMPLESS: Final = (
    "You lead, so any card will do, and the others must follow its suit if they can. There are no trumps in this deal, "
    "so the highest card of the suit wins; whoever wins leads to the next trick."
)
REACHED: Final = (
    "You have won as many tricks as you have named. Another one would cost you the points for success, so from now on "
    "lose what you can, unless a trick that you have named is worth more to you."
)
TOO_MANY: Final = (
    "That is one trick more than you have named, so success is gone. Tricks that you have named still count."
)
DUMMY: Final = (
    "The *dummy* is a third hand, open to all. Whoever leads plays from their own hand first, and the dummy's card "
    "third. If that wins, the trick is yours too, and you lead to the next one from the dummy."
)


def guide(view: View) -> str:
    """What the view's seat has to know of its decision."""
    declarer = view["seat"] == view["declarer"]
    match view["phase"]:
        case "suit":
            return f"{SUIT} {JOKER}" if "JOKER" in view["hand"] else SUIT
        case "bid":
            return FURTHER if view["further"] else f"{_average(view)} {BID}"
        case "place":
            return PLACE
        case "trump":
            return TRUMP
        case "expose":
            pile = PILE.format(suit=SUITS[view["suits"][view["seat"]]])
            return f"{DOUBLE} {pile}" if declarer else pile
        case "play":
            return _of_play(view)
        case _:
            return ""


def _average(view: View) -> str:
    """How many tricks everybody wins, about."""
    return f"Of the {view['length']} tricks everybody wins about {round(view['length'] / view['seats'])}."


def _of_play(view: View) -> str:
    """How tricks are won, when the seat first leads, follows or plays from the dummy; and what has been reached."""
    mine: int = view["seat"]
    led = any(trick["leader"] == mine for trick in view["tricks"])
    if view["trick"] and view["trick"][0][0] == mine:  # with a dummy the leader plays the third card too
        return "" if led else DUMMY
    trumpless = view["trumps"] == "none"
    if view["trick"]:
        first = all(trick["leader"] == mine for trick in view["tricks"])
        how = (FOLLOW_TRUMPLESS if trumpless else FOLLOW) if first else ""
    else:
        how = "" if led else LEAD_TRUMPLESS if trumpless else LEAD
    aim = "" if view["tricks"] else f"{_aim(view)} "
    return f"{aim}{how}" if how else _reached(view)


def _aim(view: View) -> str:
    """What to play for, before the first trick is over (A8.1, A8.2)."""
    named: int = view["numbers"][view["seat"]]
    if not named:
        return "You have named no trick, so try to win none."
    if view["options"]["success"] == "at_least":
        return f"You have named {count(named, 'trick')}: try to win those, and as many others as you like."
    return f"You have named {count(named, 'trick')}: try to win just so many, and those."


def _reached(view: View) -> str:
    """After the trick with which the seat has won as many as it named, or one too many (A8.1)."""
    mine: int = view["seat"]
    if view["options"]["success"] == "at_least" or not view["tricks"] or view["trick"]:
        return ""
    over = view["taken"][mine] - view["numbers"][mine]
    if view["tricks"][-1]["winner"] != mine or over not in {0, 1}:
        return ""
    if over:
        return TOO_MANY
    return REACHED
