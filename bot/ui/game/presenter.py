"""What a game's cog tells the rest of the bot about its game: scenes, labels of moves, sentences.

A look is built from views only, so it cannot show what its reader may not know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol

from bot.common.text import name_of
from bot.tables.commands.lessons import Plan
from bot.ui.kit.forms import Form
from bot.ui.scene.scene import HandScene, Ledger, TableScene, Zone
from rules.contract import View
from rules.sentences import listed

Style = Literal["main", "good", "bad", "plain"]
"""How a move's button looks: what most will press, a yes, a giving up, or none of these."""

Entry = Mapping[str, Any]
"""An entry of a view's `log` (docs/protocol.md): `event`, or `seat` with the `move` if its reader may know it."""


@dataclass(frozen=True, slots=True)
class Players:
    """Who sits at a table: names by seat, as plain text, which seats a computer plays, and who is told: a seat, or
    None for everybody.
    """

    names: tuple[str, ...]
    computers: frozenset[int] = field(default_factory=frozenset[int])
    reader: int | None = None

    def name(self, seat: int) -> str:
        """The name of a seat's player."""
        return name_of(self.names[seat] if 0 <= seat < len(self.names) else "", seat)

    @property
    def everybody(self) -> tuple[str, ...]:
        """The names of all players, by seat."""
        return tuple(self.name(seat) for seat in range(len(self.names)))

    def who(self, seat: int) -> str:
        """The subject of a sentence about a seat, in the past tense that "You" and a name share."""
        return "You" if seat == self.reader else self.name(seat)

    def whom(self, seat: int) -> str:
        """A seat within a sentence: "you" or its name."""
        return "you" if seat == self.reader else self.name(seat)

    def list(self, seats: Sequence[int]) -> str:
        """Names joined as people do: "Ada, Bela and Cleo"."""
        return listed([self.name(seat) for seat in seats])

    def each(self, amounts: Sequence[int]) -> str:
        """Amounts by seat, those of 0 left out: "Ada 5, Cleo 10"; empty where all are 0."""
        return ", ".join(f"{self.whom(seat)} {amount}" for seat, amount in enumerate(amounts) if amount)


class Choice(NamedTuple):
    """A legal move as a button or an entry of a select: its text for the rules, and what the player reads.

    `short` is the label among many: a card's signs. `card` names a card whose emoji goes with it. Choices of one
    `group` stand together: in rows of buttons of their own, or in a select that says the group's name.
    What is `seldom` chosen stands in such a select below the buttons.
    """

    move: str
    label: str
    style: Style = "plain"
    card: str | None = None
    hint: str = ""
    group: str = ""
    short: str = ""
    seldom: bool = False


class Passage(NamedTuple):
    """What one entry of a hand's log came to, in sentences of plain text.

    `text` is what was done, `result` what came of it (who won the trick and why, how the hand ended), either may be
    empty; `heading` begins a new part of the hand ("Trick 2"). `forced` says that there was no choice, as everybody
    could tell (`Conduct.is_forced`): nobody need have seen it done. `lies` says that `text` tells of a card that
    another player chose to play: it lies in a trick.
    """

    text: str = ""
    result: str = ""
    heading: str = ""
    forced: bool = False
    lies: bool = False

    @property
    def sentences(self) -> tuple[str, ...]:
        """What there is to tell."""
        return tuple(filter(None, (self.text, self.result)))


class Page(NamedTuple):
    """Some players' cards of a hand that is over: whose they are (seats), and a scene of them, small enough to read."""

    seats: tuple[int, ...]
    scene: TableScene


class Lesson(NamedTuple):
    """A game's first lesson: what is played, and what the game is about, in three or four sentences of markdown.

    `guide` tells from a view what its seat, which is to decide, has to know; "" where nothing is new (`Look.guide`).
    """

    plan: Plan
    goal: str
    guide: Callable[[View], str]


class Look(Protocol):
    """How one game meets its players."""

    game: str
    kind: str
    """What kind of game it is, in a few words, as the list of games says it."""
    pack: str
    """The name of the pack that it is played with (bot/ui/game/card_packs.py)."""
    lesson: Lesson
    """What somebody is taught who plays it for the first time."""
    hand_word: str
    """What the game calls a hand, at the beginning of a line: "Hand" or "Deal"."""
    leads: Mapping[str, str]
    """For each suit that a rule for the next turn may name (`Conduct.premoves`) that it is led: "hearts are led"."""

    def terms(self, options: Mapping[str, Any], seats: int) -> str:
        """What is played with these options by so many: the standard game too, and about how long it takes."""
        ...

    def table(self, view: View, players: Players, title: str) -> TableScene:
        """The public table, from a bystander's view."""
        ...

    def hand(self, view: View, players: Players, title: str) -> HandScene:
        """A seat's own hand, from its view."""
        ...

    def choices(self, view: View) -> tuple[Choice, ...]:
        """The legal moves of the view's seat, in the order to show."""
        ...

    def forms(self, view: View) -> tuple[Form, ...]:
        """The moves of the view's seat that are more than one choice; `forms_of` makes them from its templates."""
        ...

    def orders(self, view: View, moves: Sequence[str]) -> Sequence[Choice]:
        """Moves that the view's seat, which waits, may order for its next turn (`Conduct.premoves`), or has ordered:
        one for each, by its whole name, in the order to show.
        """
        ...

    def asks(self, view: View) -> str:
        """What those who are to act are asked for, as the end of "Ada, it is your turn: ..."."""
        ...

    def stakes(self, view: View) -> str:
        """What they may win or lose by it, in a sentence; empty where nothing is to be decided."""
        ...

    def guide(self, view: View) -> str:
        """What the view's seat, which is to decide, has to know of it who plays for the first time: a few sentences.

        What has been told before in the same hand is not told again at every trick; empty where nothing is new.
        """
        ...

    def would(self, text: str) -> str:
        """What a move by a form comes to, to the person who is about to confirm it: "discard the 3 of Air"."""
        ...

    def did(self, text: str) -> str:
        """A move in words, to the person who made it: "You play the 5 of spades."."""
        ...

    def story(
        self, shown: Mapping[str, Any], log: Sequence[Entry], players: Players, start: int = 0
    ) -> Sequence[Passage]:
        """What happened in a hand, one passage an entry of its log from number `start` on, as the reader of `shown`
        may know it: most who come want to know what is new, and no table tells a whole hand for that.

        `shown` is a view of the hand on the table with its own `log`, or, of a hand that is over, the `last` of one
        with the log that was kept; the last passage then tells how it ended.
        """
        ...

    def ledger(self, last: Mapping[str, Any], points: Sequence[Sequence[int]], players: Players) -> Ledger:
        """What a hand brought: `last` is how it went, `points` are those of all hands up to it, a list a hand."""
        ...

    def pages(self, last: Mapping[str, Any], players: Players, title: str) -> Sequence[Page]:
        """Everybody's cards of a hand that is over, page by page: `last` is how it went (K5.2: it hides nothing).

        Empty where the table and the log show them all.
        """
        ...

    def last_tricks(self, last: Mapping[str, Any], players: Players) -> Sequence[Zone]:
        """The tricks that ended a hand, which its players have not seen on the table; `last` is how it went."""
        ...

    def outcome(self, view: View, players: Players) -> str:
        """Who has won, and with how many points, in a sentence, from a view of a finished game."""
        ...
