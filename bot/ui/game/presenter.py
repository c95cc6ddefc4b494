"""The presenter of a game: scenes, moves and sentences, as the rest of the bot asks a game's cog for them.

A presenter knows views alone, so it cannot show what its reader may not know.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from bot.tables.commands.lessons import Plan
from bot.ui.game import common_texts
from bot.ui.game.common_texts import LedgerParts
from bot.ui.game.moves import Choice, Moves
from bot.ui.game.players import Players
from bot.ui.kit.forms import Form
from bot.ui.scene.scene import HandScene, Ledger, TableScene, Zone
from bot.ui.scene.text import exact_amount
from rules.contract import OptionValue, View
from rules.premoves import PLAY
from rules.sentences import capital

Entry = Mapping[str, Any]
"""An entry of a view's `log` (docs/protocol.md): `event`, or `seat` with the `move` if its reader may know it."""


class Passage(NamedTuple):
    """An entry of a hand's log in plain text.

    `text` is the deed, `result` its outcome, `heading` the title of a new part ("Trick 2"). `forced`: everybody knew
    that there was no choice. `lies`: a card that another player chose lies in a trick.
    """

    text: str = ""
    result: str = ""
    heading: str = ""
    forced: bool = False
    lies: bool = False

    @property
    def sentences(self) -> tuple[str, ...]:
        """The text and the result, those that are not empty."""
        return tuple(filter(None, (self.text, self.result)))


class Page(NamedTuple):
    """Some players' cards of a hand that is over: whose they are (seats), and a scene of them, small enough to read."""

    seats: tuple[int, ...]
    scene: TableScene


def _nothing_to_add(_last: Mapping[str, Any], _seat: int) -> str:
    """Return no note for a seat: the columns of the ledger say it all."""
    return ""


def _nothing_to_say(_: View) -> str:
    """Return no text: partners of this game do not talk in private."""
    return ""


class Lesson(NamedTuple):
    """A game's first lesson: its plan, and what the game is about in three or four sentences of markdown.

    `guide` says what the view's seat has to know for its decision; "" where nothing is new (`Presenter.guide`).
    `sum_up` says how a seat's points in the hand that is over (`last`) add up; "" where the ledger says it all.
    `talk` says, at one decision of a hand, how partners talk in private; "" at all others.
    """

    plan: Plan
    goal: str
    guide: Callable[[View], str]
    sum_up: Callable[[Mapping[str, Any], int], str] = _nothing_to_add
    talk: Callable[[View], str] = _nothing_to_say


class Presenter(ABC):
    """The presenter of one game: it implements the abstract methods, and overrides others where the game differs."""

    game: ClassVar[str]
    """The game's id."""
    kind: ClassVar[str]
    """The kind of game in a few words, for the list of games."""
    pack: ClassVar[str]
    """The name of its pack of cards (bot/ui/game/card_packs.py)."""
    lesson: ClassVar[Lesson]
    """The lesson for a new player."""
    moves: ClassVar[Moves]
    """The table of the game's verbs."""
    hand_word: ClassVar[str] = "Hand"
    """The game's word for a hand, at the beginning of a line: "Hand" or "Deal"."""
    unit: ClassVar[str] = "point"
    """The singular of the points of a hand."""
    sum_note: ClassVar[str] = ""
    """The reason, in a sentence, why the points of a hand do not add up to 0 where people expect it."""
    leads: ClassVar[Mapping[str, str]] = {}
    """A phrase for each suit whose lead a rule for the next turn may name (`Conduct.premoves`): "hearts are led"."""
    challenge_options: ClassVar[Mapping[str, OptionValue] | None] = None
    """The options under which one hand is a game, for a challenge. Empty: a challenge is a whole game; None: there is
    none, since the same pack is not the same game.
    """
    without_choice: ClassVar[int] = 1
    """The tricks at the end of a hand that may be played without a player's decision."""

    # -- what each game brings ---------------------------------------------------------------------------------------

    @abstractmethod
    def terms_text(self, options: Mapping[str, Any], seats: int) -> str:
        """Return the game by these options, the standard ones too, and about how long it takes so many players."""

    @staticmethod
    @abstractmethod
    def table_scene(view: View, players: Players, title: str, prompt: str) -> TableScene:
        """Return the scene of the public table, from a bystander's view."""

    @staticmethod
    @abstractmethod
    def hand_scene(view: View, players: Players, title: str, prompt: str) -> HandScene:
        """Return the scene of a seat's own hand, from its view."""

    @staticmethod
    @abstractmethod
    def stakes_text(view: View) -> str:
        """Return the stakes of the present decision, in a sentence; "" where there is no decision."""

    @staticmethod
    @abstractmethod
    def story(view: Mapping[str, Any], log: Sequence[Entry], players: Players, start: int = 0) -> Sequence[Passage]:
        """Return a passage for each entry of a hand's log from number `start` on, as the reader of `view` may know it.

        `view` has its own `log`, or is the `last` of an ended hand, with the stored log.
        """

    @staticmethod
    @abstractmethod
    def ledger_parts(last: Mapping[str, Any]) -> LedgerParts:
        """Return the columns of a hand's points, the title of their sum, and a note by seat; `last` is how it went."""

    # -- what a game may leave as it is ------------------------------------------------------------------------------

    def choices(self, view: View) -> Sequence[Choice]:
        """Return the legal moves of the view's seat that need no form, in the order to show."""
        return self.choices_of(view, view["moves"])

    def premove_choices(self, view: View, moves: Sequence[str]) -> Sequence[Choice]:
        """Return moves that the view's waiting seat may set for its next turn (`Conduct.premoves`), or has set.

        Each has its whole name; they are in the order to show.
        """
        return self.choices_of(view, moves)

    def premove_limits(self, view: View) -> str:
        """Return the moves of the next turn that can and cannot be planned, in markdown; "" if all can."""
        return ""

    def choices_of(self, view: View, moves: Sequence[str]) -> Sequence[Choice]:
        """Return moves of the view's seat as choices: words in their order, then cards."""
        words = [self.moves.choice(move) for move in moves if not move.startswith(PLAY)]
        return (*words, *self.plays(view, [move.removeprefix(PLAY) for move in moves if move.startswith(PLAY)]))

    def plays(self, view: View, cards: Sequence[str]) -> Sequence[Choice]:
        """Return the plays of these cards as choices, in the order to show; a game with tricks overrides it."""
        return ()

    def forms(self, view: View) -> tuple[Form, ...]:
        """Return the forms of the view's seat for moves with several choices; none by default."""
        return ()

    def decision_text(self, view: View) -> str:
        """Return the present decision, as the end of "Ada, it is your turn: ..."; by default a card for a trick."""
        if view["phase"] == "play":
            return "play a card." if view["trick"] else "lead a card."
        return "look at the table."

    def guide(self, view: View) -> str:
        """Return a few sentences about the decision of the view's seat, for a player who plays for the first time.

        A trick repeats nothing that an earlier one of the hand has said; "" where nothing is new.
        """
        return self.lesson.guide(view)

    def lies_on_table(self, text: str) -> bool:
        """Whether the table shows a move that was made, so that a picture of it needs no words; true by default."""
        return True

    def pages(self, last: Mapping[str, Any], players: Players, title: str) -> Sequence[Page]:
        """Return everybody's cards of a hand that is over, page by page.

        `last` is how it went, and hides nothing (K5.2). There are no pages, as by default, where the table and the log
        show all cards.
        """
        return ()

    def last_tricks(self, last: Mapping[str, Any], players: Players) -> Sequence[Zone]:
        """Return the tricks that ended a hand, too fast to be seen on the table; `last` is how it went."""
        return common_texts.last_trick_zones(last, self.without_choice, players)

    def outcome(self, view: View, players: Players) -> str:
        """Return the winners and their points, in a sentence, from a view of a finished game."""
        return common_texts.outcome_text(view, players)

    def board_text(self, view: View, players: Players) -> str:
        """Return the sentence on the board: the standing between hands, or the present decision."""
        return common_texts.pause_text(view, players) or capital(self.decision_text(view))

    # -- scenes ------------------------------------------------------------------------------------------------------

    def table(self, view: View, players: Players, title: str) -> TableScene:
        """Return the scene of the public table with the board's sentence, and between hands with the last ledger."""
        scene = self.table_scene(view, players, title, self.board_text(view, players))
        if not common_texts.shows_last_hand(view):
            return scene
        return scene._replace(ledger=self.ledger(view["last"], view["points"], players))

    def hand(self, view: View, players: Players, title: str) -> HandScene:
        """Return the scene of a seat's own hand, with the prompt below its cards."""
        return self.hand_scene(view, players, title, self.prompt(view, players))

    def ledger(self, last: Mapping[str, Any], points: Sequence[Sequence[int]], players: Players) -> Ledger:
        """Return the points of a hand: `last` is how it went, `points` are a list for each hand up to it."""
        return common_texts.make_ledger(*self.ledger_parts(last), points, players)

    # -- what a hand says below its cards ----------------------------------------------------------------------------

    def prompt(self, view: View, players: Players) -> str:
        """Return the decision of the view's seat; else the result of its hand, or the awaited players."""
        if view["seat"] in view["awaited"]:
            return self.decision_with_stakes(view, players)
        if view["phase"] in {"deal", "finished"}:
            return self.result_text(view, players) or common_texts.pause_text(view, players)
        return self.waiting_text(view, players)

    def decision_with_stakes(self, view: View, players: Players) -> str:
        """Return the decision of the view's seat, with its stakes."""
        return f"{capital(self.decision_text(view))} {self.stakes_text(view)}".rstrip()

    def result_text(self, view: View, players: Players) -> str:
        """Return the points of the view's seat in the hand that ended last, and their sum; "" before there is one."""
        came_to = common_texts.last_hand_points(view, self.unit)
        if not came_to:
            return ""
        seat: int = view["seat"]
        ledger = self.ledger(view["last"], view["points"], players)
        parts = zip(ledger.parts, ledger.rows[seat].parts, strict=True)
        added = [f"{exact_amount(part)} {column.lower()}" for column, part in parts if part]
        how = f": {', '.join(added)}" if len(added) > 1 else ""
        return f"{came_to} in this {self.hand_word.lower()}{how}."

    def waiting_text(self, view: View, players: Players) -> str:
        """Return the players for whom the view's seat waits."""
        return f"Waiting for {players.list(view['awaited'])}."
