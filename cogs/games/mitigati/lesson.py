"""A first hand of Mitigati: what is played, and one thing about each decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bot.common.text import format_signed
from bot.tables.commands.lessons import Plan
from bot.ui.game.presenter import Lesson
from cogs.games.mitigati.card_points import card_points
from cogs.games.tarot.lesson import DISCARD, FOLLOW, RANKS, WINS, of_fool, of_trick
from rules.contract import View
from rules.mitigati.scoring import PAR
from rules.mitigati.views import round_of

BARGAIN: Final = "Weak cards: *Offer* to pay. Strong: *Ask*."
STANDS: Final = " stands until more cards are dealt."
BEFORE_LAST: Final = 4
"""The packets dealt when bargaining begins for the last time (M3.1)."""
CUT_OFF: Final = "A computer player continued the deal."
SILENCE: Final = "After three passes more cards were dealt."
CONTINUED: Final = "You continued the deal."
ANEW, LAST = " Bargaining begins anew.", " Bargaining begins for the last time."
DEALT_ON: Final = "The deal went on: as dealer you took three more."

BONUSES: Final = "Bonuses: 10 trumps, all Kings, all Honours, or any 4 Kings and Honours."
CHEAP: Final = "In a trick that another wins, play a card that counts only 1."
MAGICIAN: Final = "Trump 1 counts 5 but is the lowest trump. Win a trick with it as last to play."
FOOL: Final = "Play the *Fool* whenever you like. It never wins, but its 5 points stay yours."


ONE_SHORT: Final = "A hand's scores add up to \N{MINUS SIGN}1: the pack has 146 card points, three times 49 is 147."
"""M1.2, M7.1."""


def guide(view: View) -> str:
    """Return the lesson for the decision of the view's seat."""
    phase = view["phase"]
    if phase == "bargain":
        return _of_bargaining(view)
    if phase == "discard":
        return _after_bargaining(view) or DISCARD
    if phase == "declare":
        return BONUSES
    if phase == "play":
        magician = (MAGICIAN,) if "1" in view["hand"] else ()
        return _past_par(view) or of_trick(view, (FOLLOW, *of_fool(view, FOOL), RANKS, WINS, CHEAP, *magician))
    return ""


def _of_bargaining(view: View) -> str:
    """Return the lesson of bargaining: its aim, the hold of a word, how the round before ended (M3.1, M3.3, M3.4,
    M3.7).
    """
    moves = [entry["move"] for entry in view["log"] if entry.get("seat") == view["seat"]]
    round_start = _round_start(view)
    if round_start > 1 and not any(entry["seat"] == view["seat"] for entry in view["log"][round_start:]):
        return _last_round_end(view, round_start) + (LAST if view["reached"] == BEFORE_LAST else ANEW)
    if not moves:
        return BARGAIN
    word = view["words"][view["seat"]]
    return f"Your {word[0]}{STANDS}" if word is not None and len(moves) == 1 else ""


def _after_bargaining(view: View) -> str:
    """Return the lesson that neither bargain nor the seat's word counts, where others let the deal go on (M3.3)."""
    own_seat = view["seat"]
    entries = [entry for entry in view["log"] if "move" in entry and entry.get("seat") is not None]
    if not entries or (entries[-1]["move"] == "continue" and entries[-1]["seat"] == own_seat):
        return ""
    own_words = [entry["move"].split(" ") for entry in entries if entry["seat"] == own_seat and " " in entry["move"]]
    return (
        f"Your {own_words[-1][0]} of {own_words[-1][1]} is cancelled. {DEALT_ON}"
        if own_words
        else f"No bargain. {DEALT_ON}"
    )


def _round_start(view: View) -> int:
    """Return the place in the log at which this round of bargaining begins."""
    log, dealer = view["log"], view["dealer"]
    first_round = round_of(log[:1], dealer)
    return max(place for place in range(1, len(log) + 1) if round_of(log[:place], dealer) == first_round)


def _last_round_end(view: View, round_start: int) -> str:
    """Return the end of the round before the one that begins there."""
    last_entry = view["log"][round_start - 1]
    if last_entry["move"] == "pass":
        return SILENCE
    return CONTINUED if last_entry["seat"] == view["seat"] else CUT_OFF


def _past_par(view: View) -> str:
    """Return the lesson after the first trick that brought the seat more points than it needs (M7.1)."""
    if not view["tricks"] or view["trick"]:
        return ""
    own_seat: int = view["seat"]
    points_now, points_before = (
        card_points(view, tricks)[own_seat] for tricks in (view["tricks"], view["tricks"][:-1])
    )
    return f"You have {points_now} card points: from now on you gain." if points_before <= PAR < points_now else ""


def sum_up(last: Mapping[str, Any], seat: int) -> str:
    """Return a seat's points in a finished hand, and the reason why the three do not add up to 0 (M5.7, M7.1)."""
    if last["bought_off"]:
        return ""
    bonus = last["bonuses"][seat]
    bonuses = f" and {format_signed(bonus)} by bonuses" if bonus else ""
    own_text = f"{format_signed(last['points'][seat])}: {last['card_points'][seat]} card points less {PAR}{bonuses}"
    return f"You score {own_text}. {ONE_SHORT}"


LESSON: Final = Lesson(
    Plan(options={}, seats=3, seat=0, dealer=0, deal="522"),
    "Each plays alone. To a *trick* play the suit led, or else a trump. The highest trump wins, or else "
    "that suit's highest card. Kings, Aces and the three *Honours* (trumps 1 and 21, the Fool) "
    "count 5 points, Queens 4, Cavaliers 3, Jacks 2, all others 1. You score your card points minus 49, "
    "a third of all. Before play you may end the hand: offer to pay, or ask to be paid. Three hands are a game.",
    guide,
    sum_up,
)
