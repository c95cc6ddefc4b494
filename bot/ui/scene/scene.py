"""What a view shows, without pictures and without words: the one thing that faces, text and alt text are made from.

A cog reads a game's view and builds a scene from it; `bot.ui.pictures` draws it, `bot.ui.scene.text` writes it and
reads
it aloud. A scene holds nothing that its reader may not know: a card that is not theirs to see is `CardScene(None)`.
All values are immutable and hashable, so that equal scenes are drawn once. Text in a scene is plain: whoever shows it
escapes it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeVar

CardState = Literal["plain", "playable", "barred", "winning", "took", "wild", "won"]
"""How a card stands: nothing special; may be played now; may not be played now; winning its trick so far; the one
that took its trick, which is over; standing for any other card, though its face does not say so; won for good, of which
what stands beside it tells.
"""

ZoneLayout = Literal["row", "fan", "stack", "turned"]
"""How a zone's cards lie: side by side; overlapping; on top of each other, the last on top, with their number; face up
on the stock.
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
"""The most cards of a zone whose captions stand beneath them in a picture: of more, the numbers of their seats do, and
the note says what matters.
"""


class CardScene(NamedTuple):
    """A card as its reader sees it.

    `text` is the card in the game's text form (K2), or None for a card that lies face down. `caption` is a short word
    beneath it: whose it was, or the clause that bars it. `seat` is that of whose it was, where the caption is their
    name: a picture without room for names has its number.
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
    """A seat at the table.

    `name` is the player's (empty: the seat is free). `score` has any size (K8.1), None where there is none yet.
    `badges` are short words ("folded", "stays", "owes 15", "+7"), `DEALER`, `COMPUTER` and `READY` among them are
    drawn as signs. `to_act` marks the seats that are awaited, `you` the reader's own, `out` one that takes no part in
    this hand. `cards` lie in front of the seat: what it played to the trick, or its hand face down. `tricks` counts
    the tricks it took, None where none are counted.
    """

    seat: int
    name: str
    score: int | None = None
    badges: tuple[str, ...] = ()
    to_act: bool = False
    you: bool = False
    out: bool = False
    cards: tuple[CardScene, ...] = ()
    tricks: int | None = None


class Side(NamedTuple):
    """Seats that play together, or one that plays alone: its name is short ("first pair", "declarer").

    `score` is what they have together, None where each seat keeps its own.
    """

    name: str
    seats: tuple[int, ...]
    score: int | None = None


class LedgerRow(NamedTuple):
    """What a hand brought a seat: the parts that make its points, and its total after the hand.

    `note` is what they come from, in few words ("2 tricks", "folded").
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
    """What a hand brought, a row a player: the `parts` add up to the `net`, which are the hand's points (K8.1)."""

    parts: tuple[str, ...]
    net: str
    rows: tuple[LedgerRow, ...]


class TableScene(NamedTuple):
    """A table: who sits there, what lies on it, who is awaited for what.

    `pack` names the cards (`bot.ui.game.card_packs`). `prompt` is one sentence on what happens now; whose turn it is
    comes from
    the seats. `facts` are pairs of a label and its value ("Pot", "15"). `card_places` keeps room for a card before
    every seat even while none lies there, so that the picture does not jump during a hand. Seats come in clockwise
    order (K1.1). `sides` say who plays with whom, as far as everybody knows it; empty where each plays for itself.
    `told` are sentences on what happened last, which words and alt text have and the picture does not. A `ledger` takes
    the seats' place: between hands they hold nothing else. `names` are the players' by seat, where its texts have them
    and no seat does.
    """

    pack: str
    title: str
    subtitle: str = ""
    prompt: str = ""
    seats: tuple[SeatScene, ...] = ()
    zones: tuple[Zone, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    card_places: bool = False
    sides: tuple[Side, ...] = ()
    told: tuple[str, ...] = ()
    ledger: Ledger | None = None
    names: tuple[str, ...] = ()


class HandScene(NamedTuple):
    """One seat's own cards, for its eyes only.

    `cards` are in the order to show. A barred card's `caption` is the clause; the sentence that explains it is one of
    `notes`. `zones` are what the player wants to see beside the hand: the turn-up, the trick so far. `your_turn` says
    that the reader is awaited. `told` are sentences on what happened since they last moved, which words and alt text
    have and the picture does not. `groups` say which of the cards lie together, in their order; empty where they are
    one row. `names` are those of all players by seat, as its texts have them. `small` draws cards in groups smaller:
    there are many buttons below them.
    """

    pack: str
    title: str
    prompt: str = ""
    cards: tuple[CardScene, ...] = ()
    notes: tuple[str, ...] = ()
    zones: tuple[Zone, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    your_turn: bool = False
    told: tuple[str, ...] = ()
    groups: tuple[Group, ...] = ()
    names: tuple[str, ...] = ()
    small: bool = False


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
    """How a game ended: its winners, and all players' places, the best first.

    `outcome` is one sentence on who has won, which words and alt text have and the picture does not. `pack` names the
    cards that stand beside the winners. `told` are as those of a table.
    """

    pack: str
    title: str
    outcome: str
    standings: tuple[Standing, ...]
    told: tuple[str, ...] = ()

    @property
    def winners(self) -> tuple[Standing, ...]:
        """Who has won: nobody where no hand was played."""
        return tuple(one for one in self.standings if one.won)


def split_groups(cards: Sequence[CardScene], groups: Sequence[Group]) -> list[tuple[Group, Sequence[CardScene]]]:
    """The cards of each group that has some; those that no group names, in the end, are one without a title."""
    found: list[tuple[Group, Sequence[CardScene]]] = []
    start = 0
    for group in (*groups, Group("", len(cards))):
        end = start + max(0, group.size)
        if own := cards[start:end]:
            found.append((group, own))
        start = end
    return found


Scene = TableScene | HandScene
"""What is seen while cards lie on the table."""

Drawable = Scene | ResultScene
"""All that pictures, words and alt texts are made of."""

AnyScene = TypeVar("AnyScene", bound=Drawable)


def player_names(scene: Drawable) -> dict[int, str]:
    """The players whom the scene shows or names, by seat; free seats have none."""
    if isinstance(scene, ResultScene):
        return {one.seat: one.name for one in scene.standings}
    seated = {seat.seat: seat.name for seat in scene.seats if seat.name} if isinstance(scene, TableScene) else {}
    return seated or dict(enumerate(scene.names))


def rename_players(scene: AnyScene, names: Mapping[int, str]) -> AnyScene:
    """The scene with other names for the players in these seats, in all that it shows and says.

    In texts the name that two players have stays: nothing there tells whom it means.
    """
    before = player_names(scene)
    often = Counter(before.values())
    other = {old: names[seat] for seat, old in before.items() if often[old] == 1 and names.get(seat, old) != old}
    longest = "|".join(re.escape(name) for name in sorted(other, key=len, reverse=True))
    whole = re.compile(rf"(?<!\w)(?:{longest})(?!\w)") if other else None  # never in the middle of a word

    def said(text: str) -> str:
        return text if whole is None else whole.sub(lambda at: other[at.group()], text)

    if isinstance(scene, ResultScene):
        standings = tuple(one._replace(name=names.get(one.seat, one.name)) for one in scene.standings)
        told = tuple(map(said, scene.told))
        return scene._replace(title=said(scene.title), outcome=said(scene.outcome), standings=standings, told=told)

    def lying(cards: tuple[CardScene, ...]) -> tuple[CardScene, ...]:
        return tuple(card._replace(caption=said(card.caption)) for card in cards)

    everywhere: dict[str, Any] = {
        "title": said(scene.title),
        "prompt": said(scene.prompt),
        "told": tuple(map(said, scene.told)),
        "facts": tuple((said(label), said(value)) for label, value in scene.facts),
        "zones": tuple(
            zone._replace(title=said(zone.title), note=said(zone.note), cards=lying(zone.cards)) for zone in scene.zones
        ),
        "names": tuple(names.get(seat, name) for seat, name in enumerate(scene.names)),
    }
    if isinstance(scene, HandScene):
        return scene._replace(**everywhere, notes=tuple(map(said, scene.notes)))
    ledger = scene.ledger
    if ledger is not None:
        rows = tuple(row._replace(name=names.get(row.seat, row.name)) for row in ledger.rows)
        everywhere["ledger"] = ledger._replace(rows=rows)
    seats = tuple(
        seat._replace(name=names.get(seat.seat, seat.name), badges=tuple(map(said, seat.badges)))
        for seat in scene.seats
    )
    return scene._replace(**everywhere, seats=seats)
