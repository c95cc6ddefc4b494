"""Bargaining in words (M3): what stands, what a word would bring, and the numbers that most will want to say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal, NamedTuple

from bot.common.text import signed
from bot.ui.game.presenter import Players
from bot.ui.kit.forms import Form, NumberField, Ready, Values
from rules.contract import View
from rules.mitigati.bargain import after_pass, after_word, agreed, fell_silent
from rules.mitigati.records import Round, Word
from rules.mitigati.settlement import asked, offered, settle
from rules.mitigati.views import round_of
from rules.seats import seats_from

PACKETS: Final = 5
"""M2.1."""

NTH: Final = ("", "first", "second", "third", "fourth", "fifth")

READY: Final = 3
"""The most numbers that have a button of their own, so that they stand in one row on a phone."""

READY_BESIDE_SETTLING: Final = 2
"""The same where one of them settles the hand, which its label says."""

STEPS: Final = (5, 10, 20, 30)
"""Numbers that are offered where nothing else suggests one, and how much more or less than a standing word."""

Kind = Literal["ask", "offer"]
SAYS: Final[Mapping[str, str]] = {"ask": "asks", "offer": "offers"}


class Outcome(NamedTuple):
    """What a word leads to at once: the points of a settlement, or None; and whether the next packet is dealt."""

    points: tuple[int, ...] | None
    deals: bool


def standing(view: View) -> Round:
    """The round of bargaining that a view shows."""
    return round_of(view["log"], view["dealer"])


def outcome(view: View, after: Round) -> Outcome:
    """What it leads to that the round stands so."""
    if agreed(after):
        speaking = seats_from((view["dealer"] + 1) % view["seats"], view["seats"])
        return Outcome(settle(after.standing, speaking, after.order), False)
    return Outcome(None, fell_silent(after))


def word_of(view: View, seat: int, own: bool = False) -> str:
    """What a seat says in this round: "asks 30", "ask 30" of one's own; a pass as long as it counts (M3.5)."""
    word = view["words"][seat]
    if word is not None:
        return f"{word[0] if own else SAYS[word[0]]} {word[1]}"
    return "passed" if seat in standing(view).heard else ""


def brings(view: View, players: Players) -> str:
    """How offers and asks stand to each other, and what a pass of the seat whose turn it is would bring, if anything
    (M3.4 to M3.7).
    """
    passed = outcome(view, after_pass(standing(view)))
    if passed.points is not None:
        return f"A pass settles: {settled(passed.points, players)}."
    asks, offers = view["asked"], view["offered"]
    unheard = [seat for seat in _unheard(view) if seat != view["to_act"][0]]
    if offers and offers >= asks and unheard:
        return f"Offers cover the asks. If you pass, {players.list(unheard)} may accept."
    short = f"Offers are {asks - offers} short." if asks > offers else ""
    if passed.deals:
        return f"{short} A pass deals on.".lstrip()
    return f"Bargain: offers are {asks - offers} short." if short else "Bargain: nobody has asked or offered."


def _unheard(view: View) -> list[int]:
    """The seats without a standing word that have not spoken since the last ask or offer (M3.5)."""
    so_far = standing(view)
    return [seat for seat in range(view["seats"]) if not so_far.standing[seat] and seat not in so_far.heard]


def settled(points: Sequence[int], players: Players) -> str:
    """The points of a settlement: "Ada +20, Bela −10, you −10"."""
    return ", ".join(f"{players.whom(seat)} {signed(number)}" for seat, number in enumerate(points))


def forms(view: View) -> tuple[Form, ...]:
    """Asking and offering, with some numbers ready."""
    return tuple(_form(view, choice["verb"], *choice["range"]) for choice in view["choices"])


def _form(view: View, kind: Kind, low: int, high: int) -> Form:
    what = "Points you want for stopping" if kind == "ask" else "Points you pay for stopping"
    return Form(
        kind,
        f"{kind.capitalize()} …",
        "Ask for points" if kind == "ask" else "Offer points",
        (NumberField(what, low, high, f"{low} to {high}"),),
        _said(kind),
        tuple(Ready(_label(view, kind, number), (number,)) for number in numbers(view, kind, low, high)),
        brings=_brings(view, kind),
    )


def _brings(view: View, kind: Kind) -> Callable[[Values], str]:
    def brings(values: Values) -> str:
        """What a number settles for whoever says it."""
        points = _settles(view, kind, int(str(values[0])))
        return "" if points is None else f"That settles the hand: {signed(points)} for you."

    return brings


def _settles(view: View, kind: Kind, number: int) -> int | None:
    """What a word brings whoever is to speak, where it settles the hand at once (M3.5)."""
    points = outcome(view, after_word(standing(view), Word(kind, number))).points
    mine: int = view["seat"]
    return None if points is None else points[mine]


def _said(kind: Kind) -> Callable[[Values], str]:
    def move(values: Values) -> str:
        return f"{kind} {values[0]}"

    return move


def _label(view: View, kind: Kind, number: int) -> str:
    points = _settles(view, kind, number)
    return f"{kind.capitalize()} {number}" + ("" if points is None else f": settled, you {signed(points)}")


def numbers(view: View, kind: Kind, low: int, high: int) -> list[int]:
    """Numbers that most will want to say: the one at which offers and asks meet, and steps from where one stands.

    Of those that settle the hand (M3.5) no other is offered: more offered and less asked would bring no more.
    """
    so_far = standing(view)
    mine: int = view["seat"]
    others = tuple(None if seat == mine else word for seat, word in enumerate(so_far.standing))
    meets = offered(others) - asked(others) if kind == "ask" else asked(others) - offered(others)
    word = so_far.standing[mine]
    if word is not None and word.kind == kind:
        steps = [word.number - step if kind == "ask" else word.number + step for step in STEPS]
    else:
        steps = list(STEPS)
    found = [number for number in dict.fromkeys([meets, *steps]) if low <= number <= high]
    wanted = [number for number in found if number == meets or _settles(view, kind, number) is None]
    settles = any(_settles(view, kind, number) is not None for number in wanted)
    return sorted(wanted[: READY_BESIDE_SETTLING if settles else READY])
