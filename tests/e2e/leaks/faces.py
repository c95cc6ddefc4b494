"""The faces of a pack in whatever form they can take in a text: card texts, words, signs, emoji, glued together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from bot.ui.game.card_packs import Pack

IDS: Final = re.compile(r"\d{17,20}")
EDGES: Final = r"(?<![A-Za-z0-9])", r"(?![A-Za-z0-9])"


class Faces:
    """The faces of one pack: `ranks` and `suits` by their letters with the words or signs for them, in lower case, and
    the cards that are `alone`, as their texts. `pack` gives all cards, and the names of their emoji.

    Read are card texts in either case ("GS", "gs", "G♠", "G ♠"), names ("Realm of spades", "3s of ♠") and cards
    alone; cards glued together (`GS4H`) only in capitals.
    """

    def __init__(
        self,
        pack: Pack,
        ranks: Mapping[str, tuple[str, ...]],
        suits: Mapping[str, tuple[str, ...]],
        alone: tuple[str, ...],
    ) -> None:
        self.pack: Final = pack
        self.every: Final = frozenset(pack.cards())
        self.emoji: Final = {
            re.sub(r"[^a-z0-9]+", "_", pack.name_of(card).lower()).strip("_"): card for card in pack.cards()
        }
        """The cards by the names of their emoji, as they begin."""
        self._words = {word: text for entry in (ranks, suits) for text, words in entry.items() for word in words}
        words = [word for named in suits.values() for word in named]
        signs = _any(word for word in words if not word.isalpha())
        spoken = _any([*ranks, *(word for named in ranks.values() for word in named)])
        before, after = EDGES
        self._forms = re.compile(
            rf"{before}(?P<rank>{_any(ranks)})(?:(?P<suit>{_any(suits)})| ?(?P<sign>{signs})){after}"
            rf"|{before}(?P<word>{spoken})s?\s+of\s+(?P<of>{_any(words)})"
            rf"|{before}(?P<alone>{_any(alone)}){after}",
            re.IGNORECASE,
        )
        each = rf"(?:{_any(ranks)})(?:{_any(suits)})|{_any(alone)}"
        self._each = re.compile(each)
        self._glued = re.compile(rf"{before}(?:{each}){{2,}}{after}")

    def listed(self, text: str) -> list[str]:
        """The cards that a text spells out one by one, in its order, a copy as often as it is named."""
        return [self._card(match) for match in self._forms.finditer(text)]

    def _card(self, match: re.Match[str]) -> str:
        if match["alone"]:
            return match["alone"].upper()
        rank, suit = (match["rank"] or match["word"]).lower(), (match["suit"] or match["sign"] or match["of"]).lower()
        return self._words.get(rank, rank.upper()) + self._words.get(suit, suit.upper())

    def found(self, text: str, emoji: Mapping[str, str] | None = None) -> frozenset[str]:
        """The cards that a text speaks of. `emoji` are the application's emoji: id -> card."""
        spelled, ids = _read(self, text)
        return spelled | {emoji[id_] for id_ in ids if id_ in emoji} if emoji else spelled

    def read(self, text: str) -> tuple[frozenset[str], frozenset[str]]:
        """The cards that a text spells out, and the ids in it."""
        names = set(self.listed(text))
        for match in self._glued.finditer(text):
            names.update(self._each.findall(match[0]))
        return frozenset(names), frozenset(IDS.findall(text))


@lru_cache(64)
def _read(faces: Faces, text: str) -> tuple[frozenset[str], frozenset[str]]:
    """`Faces.read`, remembered: many people read the same text one after the other."""
    return faces.read(text)


def _any(words: Iterable[str]) -> str:
    """A pattern for any of these words, the longest first."""
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))
