"""Bargaining in words (M3): what stands, what a word would bring, and the numbers that most will want to say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal, NamedTuple

from bot.common.text import format_signed
from bot.ui.game.players import Players
from bot.ui.kit.forms import Form, NumberField, Preset, Values
from rules.contract import View
from rules.mitigati.bargain import FIRST_ROUND, after_pass, after_word, is_agreed, is_silent
from rules.mitigati.records import Round, Word
from rules.mitigati.settlement import settle, sum_asks, sum_offers
from rules.mitigati.views import round_of
from rules.seats import seats_from

PACKETS: Final = 5
"""M2.1."""

ROUNDS: Final = PACKETS - FIRST_ROUND
"""M3.1: the rounds of bargaining in a hand."""


READY: Final = 2
"""The most numbers that have a button of their own, so that they stand in one row on a phone."""

READY_BESIDE_SETTLING: Final = 1
"""The same where one of them ends the hand or may end it, which its label says."""

STEPS: Final = (5, 10, 20, 30)
"""Numbers that are offered where nothing else suggests one, and how much more or less than a standing word."""

Kind = Literal["ask", "offer"]
SAYS: Final[Mapping[str, str]] = {"ask": "asks", "offer": "offers"}


class Outcome(NamedTuple):
    """The immediate result of a word: the points of a settlement, or None; and whether the next packet is dealt."""

    points: tuple[int, ...] | None
    deals: bool


def current_round(view: View) -> Round:
    """Return the round of bargaining that a view shows."""
    return round_of(view["log"], view["dealer"])


def outcome(view: View, after: Round) -> Outcome:
    """Return the outcome of a round that stands so."""
    if is_agreed(after):
        speaking = seats_from((view["dealer"] + 1) % view["seats"], view["seats"])
        return Outcome(settle(after.standing, speaking, after.order), False)
    return Outcome(None, is_silent(after))


def word_of(view: View, seat: int, own: bool = False) -> str:
    """Return a seat's word in this round: "asks 30", or "ask 30" for its own reader.

    A pass is said while it counts (M3.5).
    """
    word = view["words"][seat]
    if word is not None:
        return f"{word[0] if own else SAYS[word[0]]} {word[1]}"
    return "passed" if seat in current_round(view).seats_heard else ""


def stakes_text(view: View, players: Players) -> str:
    """Return the sums of asks and offers, or the settlement if a pass or two end the hand (M3.5).

    The label of a pass has the rest (`pass_text`).
    """
    so_far = current_round(view)
    outcome_of_pass = outcome(view, after_pass(so_far))
    if outcome_of_pass.points is not None:
        return f"If you pass, the hand ends: {settlement_text(outcome_of_pass.points, players)}."
    points_of_two_passes = outcome(view, after_pass(after_pass(so_far))).points
    if points_of_two_passes is not None and not outcome_of_pass.deals:
        me: int = view["to_act"][0]
        next_name = players.name(after_pass(so_far).turn)
        return f"If you and {next_name} pass, the hand ends: you {format_signed(points_of_two_passes[me])}."
    if view["asked"] > view["offered"]:
        word = view["words"][view["seat"]]
        if word is not None and word[0] == "ask":  # M3.3
            return f"{view['offered']} offered, {view['asked']} asked. Offering drops your own ask."
        return f"Once offers ({view['offered']}) reach asks ({view['asked']}), they are paid and the hand ends."
    return (
        "Nobody has asked or offered." if outcome_of_pass.deals else "Ask to be paid, or offer to pay, to end the hand."
    )


def pass_text(view: View) -> str:
    """Return the effect of a pass, where it does more than pass the turn on (M3.3, M3.5, M3.7)."""
    outcome_of_pass = outcome(view, after_pass(current_round(view)))
    own_seat: int = view["seat"]
    if outcome_of_pass.points is not None:
        return _end_text(outcome_of_pass.points[own_seat])
    if outcome_of_pass.deals:
        return deal_text(view)
    word = view["words"][own_seat]
    return "" if word is None else f"keep your {word[0]}"


def pass_deals_on(view: View) -> bool:
    """Whether a pass does what continuing does: it is the third one, and no offer meets the asks (M3.5, M3.7)."""
    return outcome(view, after_pass(current_round(view))).deals


def deal_text(view: View) -> str:
    """Return the effect of the next packet, as a label goes on: how many cards come, and what is void (M3.4)."""
    if not any(view["words"]):
        return "last 5 cards, then play" if view["reached"] == PACKETS - 1 else "5 more cards"
    return f"5 cards, no {_cancelled(view)}"


def _cancelled(view: View) -> str:
    """Return the object that the next packet cancels: "offer", "asks", or the bargain where there are both."""
    words = [word[0] for word in view["words"] if word is not None]
    if len(set(words)) > 1:
        return "bargain"
    return words[0] if len(words) == 1 else f"{words[0]}s"


def _end_text(own_points: int) -> str:
    """Return the end of the hand with the points of a word's speaker, as a label goes on."""
    return f"hand ends, you {format_signed(own_points)}"


def settlement_text(points: Sequence[int], players: Players) -> str:
    """Return the points of a settlement: "Ada +20, Bela −10, you −10"."""
    return ", ".join(f"{players.whom(seat)} {format_signed(number)}" for seat, number in enumerate(points))


def forms(view: View) -> tuple[Form, ...]:
    """Return the forms for asking and offering, with some numbers as buttons."""
    return tuple(_form(view, choice["verb"], *choice["range"]) for choice in view["choices"])


def _form(view: View, kind: Kind, low: int, high: int) -> Form:
    """Return the form of an ask or an offer from `low` to `high` points, with the suggested numbers as buttons."""
    question = "How many points do you want?" if kind == "ask" else "How many points do you offer?"
    return Form(
        kind,
        f"{kind.capitalize()} …",
        "Ask for points" if kind == "ask" else "Offer points",
        (NumberField(question, low, high, "To end the hand"),),
        _move_builder(kind),
        tuple(Preset(_label(view, kind, number), (number,)) for number in suggested_numbers(view, kind, low, high)),
        brings=_points_phrase(view, kind),
    )


def _points_phrase(view: View, kind: Kind) -> Callable[[Values], str]:
    def brings(values: Values) -> str:
        """Return the points that a number settles for its speaker."""
        points = _settles(view, kind, int(str(values[0])))
        return "" if points is None else f"That ends the hand: {format_signed(points)} for you."

    return brings


def _settles(view: View, kind: Kind, number: int) -> int | None:
    """Return the points that a word brings the next speaker, where it settles the hand at once (M3.5)."""
    points = outcome(view, after_word(current_round(view), Word(kind, number))).points
    own_seat: int = view["seat"]
    return None if points is None else points[own_seat]


def _move_builder(kind: Kind) -> Callable[[Values], str]:
    def move(values: Values) -> str:
        return f"{kind} {values[0]}"

    return move


def _settles_later(view: View, kind: Kind, number: int) -> int | None:
    """Return the points that a word brings its speaker, where it settles the hand once both others have passed
    (M3.5).
    """
    points = outcome(view, after_pass(after_pass(after_word(current_round(view), Word(kind, number))))).points
    own_seat: int = view["seat"]
    return None if points is None else points[own_seat]


def _label(view: View, kind: Kind, number: int) -> str:
    label, points_now = f"{kind.capitalize()} {number}", _settles(view, kind, number)
    if points_now is not None:
        return f"{label}: {_end_text(points_now)}"
    later_points = _settles_later(view, kind, number)
    return label if later_points is None else f"{label}: you {format_signed(later_points)} if all pass"


def suggested_numbers(view: View, kind: Kind, low: int, high: int) -> list[int]:
    """Return numbers that most will want to say: the one at which offers and asks meet, and steps from where one
    stands.

    Of those that settle the hand, or do if both others pass (M3.5), no other is offered: it would bring no more.
    """
    so_far = current_round(view)
    own_seat: int = view["seat"]
    other_words = tuple(None if seat == own_seat else word for seat, word in enumerate(so_far.standing))
    meets = (
        sum_offers(other_words) - sum_asks(other_words)
        if kind == "ask"
        else sum_asks(other_words) - sum_offers(other_words)
    )
    word = so_far.standing[own_seat]
    if word is not None and word.kind == kind:
        steps = [word.number - step if kind == "ask" else word.number + step for step in STEPS]
    else:
        steps = list(STEPS)
    choices = [number for number in dict.fromkeys([meets, *steps]) if low <= number <= high]
    points_of_pass = outcome(view, after_pass(so_far)).points
    # It is not proposed where a pass, which says so, has the same points.
    settles_as_pass = points_of_pass is not None and _settles(view, kind, meets) == points_of_pass[own_seat]

    def is_wanted(number: int) -> bool:
        if number == meets:
            return not settles_as_pass
        return not _ends(view, kind, number) or not (low <= meets <= high or _settles(view, kind, number) is not None)

    wished_numbers = [number for number in choices if is_wanted(number)]
    settles = any(_ends(view, kind, number) for number in wished_numbers)
    return sorted(wished_numbers[: READY_BESIDE_SETTLING if settles else READY])


def _ends(view: View, kind: Kind, number: int) -> bool:
    """Whether a word settles the hand, at once or if both others pass."""
    return _settles(view, kind, number) is not None or _settles_later(view, kind, number) is not None
