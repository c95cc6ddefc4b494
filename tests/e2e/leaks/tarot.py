"""What tarot cards look like in a text, for the search in the games that are played with them.

A trump's text is a bare number, which says nothing by itself. Read as trumps are therefore "trump 12", "trumps 2, 3 and
5", the short `T12`, the names on the cards, and the numbers behind the verb of a move; a number alone is not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from cogs.games.tarot.pack import FOOL, TAROT, TRUMPS
from tests.e2e.leaks.faces import EDGES, Faces

NAMES: Final = {name: str(number) for number, name in enumerate(TRUMPS, start=1)}
_EACH: Final = r"(?:(?:10|[2-9AJCQK])[EAFW]|FOOL|\d{1,2})"
MOVED: Final = re.compile(
    rf"\b(?:play|discard|abundance|mixed|with) (?P<cards>{_EACH}(?: {_EACH})*)\b(?! cards\b)", re.IGNORECASE
)
"""The cards in the text of a move (K7.1)."""
MANY: Final = re.compile(r"\btrumps (?P<numbers>\d+(?:, \d+)*(?:,? and \d+)?)\b", re.IGNORECASE)
ONE: Final = re.compile(
    rf"\b(?i:trump) (?P<number>\d+)\b|{EDGES[0]}T(?P<short>\d+){EDGES[1]}|(?i:(?P<the>the) )?\b(?P<name>"
    + "|".join(name.removeprefix("the ") for name in TRUMPS)
    + r"|Fool)\b"
    + rf"|\b(?P<kind>Earth|Air|Fire|Water) (?P<rank>10|[2-9AJCQK]){EDGES[1]}"
    + r"|\b(?P<own>10|[2-9AJCQK]|Ace|Jack|Cavalier|Queen|King) (?P<of>Earth|Air|Fire|Water)\b"
)
"""One card: by its number, its short text or its name; or a suit's card as a button has it, or an option of a form."""


class TarotFaces(Faces):
    """The faces with the trumps."""

    def listed(self, text: str) -> list[str]:
        """The cards that a text spells out, those of the suits first."""
        names = super().listed(text)
        for match in MOVED.finditer(text):
            names += [card for card in match["cards"].upper().split(" ") if card in self.every]
        for match in MANY.finditer(text):
            names += [number for number in re.findall(r"\d+", match["numbers"]) if number in self.every]
        return [*names, *(card for found_match in ONE.finditer(text) if (card := self._one(found_match)) in self.every)]

    @staticmethod
    def _one(match: re.Match[str]) -> str:
        if match["number"] or match["short"]:
            return match["number"] or match["short"]
        if match["kind"] or match["of"]:
            rank = match["rank"] or (match["own"] if match["own"] == "10" else match["own"][0])
            return rank + (match["kind"] or match["of"])[0]
        if match["name"] == "Fool":
            return FOOL
        # "Strength" is a trump by itself, "Star" only as "the Star"
        return NAMES.get(match["name"]) or (NAMES[f"the {match['name']}"] if match["the"] else "")


RANKS: Final[Mapping[str, tuple[str, ...]]] = {
    "A": ("ace",), "2": ("two",), "3": ("three",), "4": ("four",), "5": ("five",), "6": ("six",), "7": ("seven",),
    "8": ("eight",), "9": ("nine",), "10": ("ten",), "J": ("jack",), "C": ("cavalier",), "Q": ("queen",),
    "K": ("king",),
}  # fmt: skip
SUITS: Final = {suit.letter: (suit.name.lower(), suit.sign) for suit in TAROT.suits}
FACES: Final = TarotFaces(TAROT, RANKS, SUITS, (FOOL,))

CARD: Final = (
    r"(?:the (?:Ace|Jack|Cavalier|Queen|King|\d+) of (?:Earth|Air|Fire|Water)|trump \d+|the Magician \(1\)"
    r"|the World \(21\)|the Fool)"
)
"""A card as sentences name it."""
OWN: Final = (
    r"(?:(?:Ace|Jack|Cavalier|Queen|King|\d+) of (?:Earth|Air|Fire|Water)|trump \d+|Magician \(1\)|World \(21\)|Fool)"
)
"""The same behind its player's name: "Bela's King of Air"."""
