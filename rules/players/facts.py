"""Facts of playouts about a move beside its points: tricks won, points left, and so on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

CHANCE_ERRORS: Final = 2.0
"""A difference of at most so many standard errors may be chance, and is not told."""

SHOWN_DIFFERENCE: Final = 0.1
"""A smaller difference is not told."""
EVEN: Final = 0.5
"""From this share of the worlds on something is likely."""
LARGE: Final = 10
"""Numbers from here on are told without decimals."""


@dataclass(frozen=True, eq=False)
class Fact:
    """An event in a playout; with `things` a number of them.

    `text` begins a sentence about the seat, such as "You win this trick"; `negative` that of a number below 0. More of
    it is good, bad (False), or neither.
    """

    text: str
    things: str = ""
    is_good: bool | None = True
    negative: str = ""

    def subject(self, mean: float) -> str:
        """Return the beginning of a sentence about the mean."""
        return self.negative if self.negative and mean < 0 else self.text

    def told(self, mean: float) -> str:
        """Return the mean as a phrase: "in 8 of 10 cases", "in nearly all cases", "about 2.5 tricks", "no tricks"."""
        if self.things and not mean:
            return f"no {self.things.removeprefix('of your ')}"
        sentence = self.told_shortly(mean)
        if sentence == "about 1" and not self.things.startswith("of "):
            return f"{sentence} {self.things.removesuffix('s')}"
        return f"{sentence} {self.things or ('of 10 cases' if sentence[-1].isdigit() else 'cases')}"

    def told_shortly(self, mean: float) -> str:
        """Return the same behind such a phrase."""
        return estimated(abs(mean)) if self.things else f"in {tenths(mean)}"


Facts = Mapping[Fact, Sequence[float]]
"""By fact what each world showed of a move, in the order of the worlds; the facts that say most come first."""
NO_FACTS: Final[Mapping[Fact, Any]] = {}


class Difference(NamedTuple):
    """A fact that tells two moves apart: the mean of each, and their distance in standard errors."""

    fact: Fact
    mean: float
    other: float
    errors: float

    @property
    def speaks_for(self) -> bool:
        """Whether it may be why the first move is better."""
        return self.fact.is_good in {None, self.mean > self.other}


def standard_error(values: Sequence[float]) -> float:
    """Return the standard error of the mean of these values, 0 where there are not two."""
    return stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0


def estimated(number: float) -> str:
    """Return a guessed number: "about 2.5", "about 48", "less than 0.1", "none"."""
    if number == 0:
        return "none"
    if number < 0.05:
        return "less than 0.1"
    return f"about {number:.0f}" if number >= LARGE else f"about {number:.1f}".removesuffix(".0")


def tenths(share: float) -> str:
    """Return a share in tenths: "8", "nearly all". No share is called 0 or 10 that is not."""
    whole = round(10 * share)
    if whole == 0 and share > 0:
        return "hardly any"
    if whole == 10 and share < 1:
        return "nearly all"
    return str(whole)


def tell_difference(facts: Facts, others: Facts, other: str) -> str:
    """Return a sentence on what speaks most for a move, against another that is called `other`; "" where nothing
    does.
    """
    differences = [one for one in _differences(facts, others) if one.speaks_for]
    if not differences:
        return ""
    fact, mean, others_mean, _ = max(differences, key=lambda one: one.errors)
    begins, anew = fact.subject(mean), fact.subject(others_mean)
    then = f"{anew[0].lower()}{anew[1:]} " if anew != begins else ""
    return f"{begins} {fact.told(mean)}, with {other} {then}{fact.told_shortly(others_mean)}."


def _differences(facts: Facts, others: Facts) -> list[Difference]:
    """Return the facts that tell two moves apart beyond chance, over the worlds in which both were played out."""
    differences: list[Difference] = []
    for fact, values in facts.items():
        pairs = list(zip(values, others.get(fact, ()), strict=False))
        if not pairs:
            continue
        lag, error = fmean(one - other for one, other in pairs), standard_error([one - other for one, other in pairs])
        mean, other = fmean(one for one, _ in pairs), fmean(other for _, other in pairs)
        is_seen = (fact.subject(mean), fact.told_shortly(mean)) != (fact.subject(other), fact.told_shortly(other))
        if is_seen and abs(lag) >= SHOWN_DIFFERENCE and abs(lag) > CHANCE_ERRORS * error:
            differences.append(Difference(fact, mean, other, abs(lag) / error if error else float("inf")))
    return differences


def tell(facts: Facts) -> str:
    """Return a sentence on a move by itself: the first fact that is open, or else the first; "" where none speaks
    for it.
    """
    averages = {fact: fmean(values) for fact, values in facts.items()}
    means = {fact: mean for fact, mean in averages.items() if _speaks_for(fact, mean)}
    is_open = [fact for fact, mean in means.items() if mean > 0 and (fact.things or mean < 1)]
    for fact in is_open or means:
        return f"{fact.subject(means[fact])} {fact.told(means[fact])}."
    return ""


def _speaks_for(fact: Fact, mean: float) -> bool:
    """Whether a fact may be why a move is made, by itself: a good one that is likely, or a bad one that is not."""
    if fact.is_good is None or fact.negative:
        return True
    if fact.things:
        return fact.is_good and mean > 0
    return mean >= EVEN if fact.is_good else mean <= EVEN
