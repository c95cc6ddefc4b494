"""Scenes: a view as a value, from which pictures, text and alt text are made.

A scene holds only what its reader may know; a hidden card is `CardScene(None)`. Values are immutable and hashable. Text
is plain: its renderer escapes it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeVar

CardState = Literal["plain", "playable", "barred", "winning", "took", "wild", "won"]
"""A card's state.

Plain; playable now; barred now; winning its trick so far; took its trick, which is over; wild; won for good, with a
note beside it.
"""

ZoneLayout = Literal["row", "fan", "stack", "turned"]
"""The layout of a zone's cards.

Side by side; overlapping; on top of each other, the last on top, with their number; face up on the stock.
"""

DEALER: Final = "dealer"
"""The badge that is drawn as the dealer's button."""

COMPUTER: Final = "computer"
"""The badge that is drawn as a small robot."""

READY: Final = "ready"
"""The badge that is drawn as a tick: who has done what several do at the same time. Every other badge is shown as its
words.
"""


MAX_CAPTIONED_CARDS: Final = 7
"""The most cards of a zone whose captions stand beneath them in a picture.

With more cards the picture has the numbers of their seats, and the note says what matters.
"""


class CardScene(NamedTuple):
    """A card as its reader sees it.

    `text` is the card (K2), None face down. `caption` is beneath it: its player, or the clause that bars it. `seat` is
    its player's, for pictures without room for names.
    """

    text: str | None
    state: CardState = "plain"
    caption: str = ""
    seat: int | None = None


class Group(NamedTuple):
    """So many cards that lie together: a meld, a suit, what is left. `title` is a word for them, empty where none is.

    `faded` cards are drawn paler: they are none of what the others make.
    """

    title: str
    size: int
    faded: bool = False


class Zone(NamedTuple):
    """A place on the table that is nobody's: turn-up, stock, discard pile, melds, a finished trick.

    Cards of `groups` lie apart from those of the next one, below the title; `layout` does not matter then.
    """

    title: str
    cards: tuple[CardScene, ...] = ()
    layout: ZoneLayout = "row"
    note: str = ""
    groups: tuple[Group, ...] = ()


class SeatScene(NamedTuple):
    """A seat at the table; an empty `name` is a free seat.

    `badges` are words, or `DEALER`, `COMPUTER` and `READY`, drawn as signs. `to_act`: awaited. `you`: the reader's.
    `out`: takes no part in this hand. `cards` lie in front of the seat.
    """

    seat: int
    name: str
    score: int | None = None
    """A number of any size (K8.1); None where there is none yet."""
    badges: tuple[str, ...] = ()
    to_act: bool = False
    you: bool = False
    out: bool = False
    cards: tuple[CardScene, ...] = ()
    """Its card in the trick, or its hand face down."""
    tricks: int | None = None
    """The tricks it took; None where none are counted."""


class Side(NamedTuple):
    """Seats that play together, or one that plays alone: its name is short ("first pair", "declarer").

    `score` is what they have together, None where each seat keeps its own.
    """

    name: str
    seats: tuple[int, ...]
    score: int | None = None


class LedgerRow(NamedTuple):
    """A seat's row of a ledger: the parts that make its points, and its total after the hand.

    `note` says in few words where they come from ("2 tricks", "folded").
    """

    seat: int
    name: str
    note: str
    parts: tuple[int, ...]
    total: int

    @property
    def net(self) -> int:
        """The seat's points in the hand."""
        return sum(self.parts)


class Ledger(NamedTuple):
    """The ledger of a hand, a row a player: the `parts` add up to the `net`, the hand's points (K8.1)."""

    parts: tuple[str, ...]
    net: str
    rows: tuple[LedgerRow, ...]


class TableScene(NamedTuple):
    """A table. Seats come in clockwise order (K1.1)."""

    pack: str
    """The name of the pack (bot/ui/game/card_packs.py)."""
    title: str
    subtitle: str = ""
    prompt: str = ""
    """A sentence about now, without whose turn it is."""
    seats: tuple[SeatScene, ...] = ()
    zones: tuple[Zone, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    """Pairs of a label and its value ("Pot", "15")."""
    card_places: bool = False
    """Whether every seat keeps room for a card, so that the picture does not jump during a hand."""
    sides: tuple[Side, ...] = ()
    """The known partnerships; empty where each seat plays for itself."""
    sentences: tuple[str, ...] = ()
    """Sentences about the last events, for words and alt text alone."""
    ledger: Ledger | None = None
    """The table between hands, in place of the seats."""
    names: tuple[str, ...] = ()
    """The players by seat, where texts name them and no seat does."""


class HandScene(NamedTuple):
    """A seat's own cards, for its player alone."""

    pack: str
    title: str
    prompt: str = ""
    cards: tuple[CardScene, ...] = ()
    """The cards in the order to show; the caption of a barred one is its clause."""
    notes: tuple[str, ...] = ()
    """The explanations of barred cards."""
    zones: tuple[Zone, ...] = ()
    """The turn-up, the trick so far and the like, beside the hand."""
    facts: tuple[tuple[str, str], ...] = ()
    your_turn: bool = False
    """Whether the reader is awaited."""
    sentences: tuple[str, ...] = ()
    """Sentences about the events since the last move, for words and alt text alone."""
    groups: tuple[Group, ...] = ()
    """The division of the cards, in their order; empty for one row."""
    names: tuple[str, ...] = ()
    """All players by seat, as the texts name them."""
    small: bool = False
    """Whether groups are drawn smaller, because many buttons follow."""


class Standing(NamedTuple):
    """A player's place at the end of a game, and the points that make it; who shares them shares the place.

    `won` marks the winners, `computer` a seat that a computer plays, `you` the reader's own.
    """

    seat: int
    name: str
    score: int
    place: int
    won: bool = False
    computer: bool = False
    you: bool = False


class ResultScene(NamedTuple):
    """The end of a game: the places of all players, the best first.

    `outcome` names the winners and `sentences` tell the last events, for words and alt text alone. `pack` names the
    cards beside the winners.
    """

    pack: str
    title: str
    outcome: str
    standings: tuple[Standing, ...]
    sentences: tuple[str, ...] = ()

    @property
    def winners(self) -> tuple[Standing, ...]:
        """The winners; empty if no hand was played."""
        return tuple(standing for standing in self.standings if standing.won)


def split_groups(cards: Sequence[CardScene], groups: Sequence[Group]) -> list[tuple[Group, Sequence[CardScene]]]:
    """Return the cards of each group that has some; cards of no group form the last one, without a title."""
    parts: list[tuple[Group, Sequence[CardScene]]] = []
    start = 0
    for group in (*groups, Group("", len(cards))):
        end = start + max(0, group.size)
        if own := cards[start:end]:
            parts.append((group, own))
        start = end
    return parts


Scene = TableScene | HandScene
"""A scene with cards on the table."""

Drawable = Scene | ResultScene
"""All that pictures, words and alt texts are made of."""

AnyScene = TypeVar("AnyScene", bound=Drawable)


def player_names(scene: Drawable) -> dict[int, str]:
    """Return the players whom the scene shows or names, by seat; free seats have none."""
    if isinstance(scene, ResultScene):
        return {standing.seat: standing.name for standing in scene.standings}
    seated = {seat.seat: seat.name for seat in scene.seats if seat.name} if isinstance(scene, TableScene) else {}
    return seated or dict(enumerate(scene.names))


def rename_players(scene: AnyScene, names: Mapping[int, str]) -> AnyScene:
    """Return the scene with other names for the players in these seats, in all that it shows and says.

    In texts the name that two players have stays: nothing there tells whom it means.
    """
    before = player_names(scene)
    often = Counter(before.values())
    other = {old: names[seat] for seat, old in before.items() if often[old] == 1 and names.get(seat, old) != old}
    longest = "|".join(re.escape(name) for name in sorted(other, key=len, reverse=True))
    whole = re.compile(rf"(?<!\w)(?:{longest})(?!\w)") if other else None  # never in the middle of a word

    def rename_in(text: str) -> str:
        return text if whole is None else whole.sub(lambda at: other[at.group()], text)

    if isinstance(scene, ResultScene):
        standings = tuple(
            standing._replace(name=names.get(standing.seat, standing.name)) for standing in scene.standings
        )
        events = tuple(map(rename_in, scene.sentences))
        return scene._replace(
            title=rename_in(scene.title), outcome=rename_in(scene.outcome), standings=standings, sentences=events
        )

    def lying(cards: tuple[CardScene, ...]) -> tuple[CardScene, ...]:
        return tuple(card._replace(caption=rename_in(card.caption)) for card in cards)

    everywhere: dict[str, Any] = {
        "title": rename_in(scene.title),
        "prompt": rename_in(scene.prompt),
        "sentences": tuple(map(rename_in, scene.sentences)),
        "facts": tuple((rename_in(label), rename_in(value)) for label, value in scene.facts),
        "zones": tuple(
            zone._replace(title=rename_in(zone.title), note=rename_in(zone.note), cards=lying(zone.cards))
            for zone in scene.zones
        ),
        "names": tuple(names.get(seat, name) for seat, name in enumerate(scene.names)),
    }
    if isinstance(scene, HandScene):
        return scene._replace(**everywhere, notes=tuple(map(rename_in, scene.notes)))
    ledger = scene.ledger
    if ledger is not None:
        rows = tuple(row._replace(name=names.get(row.seat, row.name)) for row in ledger.rows)
        everywhere["ledger"] = ledger._replace(rows=rows)
    seats = tuple(
        seat._replace(name=names.get(seat.seat, seat.name), badges=tuple(map(rename_in, seat.badges)))
        for seat in scene.seats
    )
    return scene._replace(**everywhere, seats=seats)
