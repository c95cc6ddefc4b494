"""The contract of a game: positions, moves, views, refusals, options, and how its tables are conducted.

The rulebooks name the clauses; all games share the `K` clauses. Nothing here reads a clock or does I/O.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar, Final, Literal, NamedTuple

from rules import templates
from rules.premoves import Candidates, PremoveOptions
from rules.templates import Template

Code = Literal[
    "bad_request",
    "unknown_game",
    "bad_option",
    "bad_cards",
    "not_your_turn",
    "illegal_move",
    "no_such_table",
    "unexpected_chance",
    "bad_entry",
]
"""The closed list of reasons for a refusal (K6)."""

OptionValue = bool | int | str

View = dict[str, Any]
"""The knowledge of a seat or a bystander (K5), JSON-ready. docs/protocol.md documents the keys."""


class Refusal(Exception):
    """A request that changes nothing, and why.

    `sentence` is an English format string over `fields`; it is kept apart from them so that it can be translated.
    """

    def __init__(self, code: Code, clause: str | None, sentence: str, **fields: object) -> None:
        super().__init__(code, clause, sentence)
        self.code: Final = code
        self.clause: Final = clause
        self.sentence: Final = sentence
        self.fields: Final = fields

    @property
    def message(self) -> str:
        """The sentence a player reads."""
        return self.sentence.format(**self.fields)

    def __str__(self) -> str:
        return f"{self.message} ({self.clause})" if self.clause else self.message


class Move(NamedTuple):
    """A seat's move, in canonical text (K7.1)."""

    seat: int
    text: str


class Chance(NamedTuple):
    """An order of cards that the table was waiting for (K3)."""

    event: str
    cards: tuple[str, ...]


Event = Move | Chance


class Cut(NamedTuple):
    """A chance event that cuts a pack instead of shuffling it.

    `gathered` is the pack as it lies, top first. It is cut into `piles`, restacked in another order.
    A fair cut (rules/shuffle.py) leaves each pile at least `least` cards.
    """

    gathered: tuple[str, ...]
    piles: int
    least: int


class Expects(NamedTuple):
    """The chance event a table waits for: its name, its cards in canonical order, and the cut if it is one."""

    event: str
    cards: tuple[str, ...]
    cut: Cut | None = None


class Status(NamedTuple):
    """K6's *status*. `hand` is the 0-based number of the deal that is played or awaited."""

    phase: str
    hand: int
    to_act: tuple[int, ...]
    expects: Expects | None
    finished: bool


class Legal(NamedTuple):
    """The legal moves of a seat: listed moves (canonical texts, in no promised order) and templates for the rest."""

    moves: tuple[str, ...] = ()
    choices: tuple[Template, ...] = ()


NOTHING: Final = Legal()


class Barred(NamedTuple):
    """A card that may not be played now: why, and the cards of the same hand that may be played instead."""

    refusal: Refusal
    instead: tuple[str, ...]


class Score(NamedTuple):
    """Points of each finished hand, totals a seat, and who has won (empty until the end)."""

    hands: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    finished: bool
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack and how it is dealt, for tests on shrunken packs; the protocol always plays a game's full one.

    `cards` in canonical order; `packets` are the sizes of the packets dealt to each seat in turn.
    """

    cards: tuple[str, ...]
    packets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game: a default, and either the allowed values or a range with steps and extra single values.

    `text` is the plain sentence shown to the people who set up a table.
    """

    default: OptionValue
    text: str
    allowed: tuple[OptionValue, ...] = ()
    low: int = 0
    high: int = 0
    step: int = 1
    extra_values: tuple[int, ...] = ()
    labels: Mapping[OptionValue, str] = field(default_factory=dict[OptionValue, str])

    def admits(self, value: object) -> bool:
        """Whether `value` is one of this option's values, type included (`true` is no number)."""
        if self.allowed:
            return any(type(value) is type(allowed) and value == allowed for allowed in self.allowed)
        if type(value) is not int:
            return False
        return value in self.extra_values or (self.low <= value <= self.high and (value - self.low) % self.step == 0)

    def in_words(self) -> str:
        """Return the values for a person: "one of crowns, unsuited", "3 to 300 in steps of 3"."""
        if self.allowed:
            return f"one of {', '.join(str(value).lower() for value in self.allowed)}"
        steps = f" in steps of {self.step}" if self.step > 1 else ""
        extra_text = "".join(f", or {value}" for value in self.extra_values)
        return f"{self.low} to {self.high}{steps}{extra_text}"

    def describe(self) -> dict[str, Any]:
        """Return K6's description of the option."""
        if self.allowed:
            return {"default": self.default, "allowed": list(self.allowed)}
        described: dict[str, Any] = {"default": self.default, "min": self.low, "max": self.high, "step": self.step}
        if self.extra_values:
            described["also"] = list(self.extra_values)
        return described


class State(ABC):
    """An immutable position of one table of one game. Equal events give equal states."""

    __slots__ = ()

    phase: ClassVar[str]
    """The phase's name as the rulebook lists it."""
    finished: ClassVar[bool] = False
    """Whether the last hand is over."""

    @property
    @abstractmethod
    def number(self) -> int:
        """The 0-based number of the current or next hand; after the end, of the last one."""

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may move now, sorted; empty while a chance event is awaited and after the end (K4.1).

        Nobody, unless a phase says otherwise; so it is with `legal` and `apply`.
        """
        return ()

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that the table waits for: those that must act, or all that may if none must."""
        return self.to_act

    @property
    def expects(self) -> Expects | None:
        """The chance event that is awaited, if one is."""
        return None

    def legal(self, seat: int) -> Legal:
        """Return the legal moves of `seat`; none for a seat that is not to act."""
        return NOTHING

    def apply(self, seat: int, text: str) -> State:
        """Return the position after `seat` moves `text` (any case, K7.1).

        Raises Refusal `not_your_turn` (K4.1) or `illegal_move` with the clause that the move breaks.
        """
        raise not_to_act(seat)

    def chance(self, event: str, cards: Sequence[str]) -> State:
        """Return the position after a chance event with these cards, top first.

        Raises Refusal `unexpected_chance` or `bad_cards` (K3). A game that awaits chance overrides this.
        """
        raise not_expected(event)

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """Return all that `seat`, or a bystander (None), may lawfully know (K5). docs/protocol.md has the keys."""

    @abstractmethod
    def score(self) -> Score:
        """Return points of the finished hands, totals, and winners."""

    def status(self) -> Status:
        """Return K6's status."""
        return Status(self.phase, self.number, self.to_act, self.expects, self.finished)

    def sequences(self, seat: int) -> Iterator[str]:
        """Yield every move of `seat` as text, templates expanded, for perft (K6)."""
        legal = self.legal(seat)
        yield from legal.moves
        for template in legal.choices:
            yield from template.moves()

    def barred(self, seat: int) -> dict[str, Barred]:
        """Return the refusal of each distinct card in the hand of a seat that may play a card, but not this one."""
        return {}


def replay_events(state: State, events: Iterable[Event]) -> State:
    """Return the position after these events. Raises what `State.apply` and `State.chance` raise."""
    for event in events:
        if isinstance(event, Move):
            state = state.apply(event.seat, event.text)
        else:
            state = state.chance(event.event, event.cards)
    return state


def deals_or_settles(before: State, after: State) -> bool:
    """Whether the move between two positions ended the hand, lets cards be drawn, or showed a seat a card in its
    hand that it had not seen there.
    """
    if before.number != after.number or after.expects is not None or after.finished:
        return True
    if before.phase == after.phase == "play":  # in a game of tricks nobody takes cards up then
        return False
    seats = range(len(before.score().totals))
    return any(Counter(after.view(seat)["hand"] or ()) - Counter(before.view(seat)["hand"] or ()) for seat in seats)


def ends_trick(before: State, after: State) -> bool:
    """Whether a trick was over between two positions."""
    return _tricks(before) != _tricks(after)


def _tricks(state: State) -> int:
    """Return the number of finished tricks in the hand; 0 in a game without tricks."""
    return len(state.view(None).get("tricks", ()))


class PadContext(NamedTuple):
    """The context of a hand on a score pad: the resolved options, the number of seats, the dealer, what each seat owes
    from the hand before, and whether this hand is the `last`, after which debts are settled at once.
    """

    options: Mapping[str, OptionValue]
    seats: int
    dealer: int
    owed: tuple[int, ...]
    last: bool


SuccessCounts = Sequence[Mapping[str, tuple[int, int]]]
"""Counts beside points, by seat: for each name how often it came off and of how many tries."""


class Conduct:
    """How a table of one game is conducted: what is done for players, taken back, claimed, said beforehand, or said to
    partners. None of it changes a position or a score. A game overrides what is its own.
    """

    forced_moves: ClassVar[str] = ""
    """The moves that `is_forced` means, as a sentence for players; empty where there are none."""

    def is_forced(self, view: View) -> bool:
        """Whether everybody can tell from `view`, a bystander's, that the seat to act has one move alone.

        A card that only its holder knows to be the only legal one is not forced: playing it at once would tell.
        """
        return False

    def claim(self, view: View) -> tuple[str, ...]:
        """Return the moves by which the seat of `view`, which is on lead, may play out the hand; none if it may not
        claim.

        At each of its turns the seat makes the first of them that is legal. The view alone must prove the claim.
        """
        # It may claim where its view alone proves, whatever the hidden cards are and whatever the others play, that it
        # wins every trick left with them, and that the hand brings every seat the same points. So nobody loses by a
        # claim, and the offer tells its seat nothing.
        return ()

    def reveals(self, before: State, after: State) -> bool:
        """Whether the move between these positions showed anybody more than the move itself.

        By default a move reveals if it ends a trick or leads to another phase. A game may tell more closely.
        """
        return before.phase != after.phase or ends_trick(before, after) or deals_or_settles(before, after)

    def can_take_back_together(self, first: State, now: State) -> bool:
        """Whether a take-back of the move made in position `first` may include one made in position `now`.

        By default both are of the same trick, or before play of the same phase.
        """
        return first.phase == now.phase and not ends_trick(first, now)

    def is_mid_turn(self, state: State) -> bool:
        """Whether the seat to act has made a part of its turn, and an absent player's turn has to be completed.

        A turn is one move, unless the rulebook has turns of several. No chance event comes within a turn.
        """
        return False

    def confidants(self, seat: int) -> tuple[int, ...]:
        """Return the seats to whose players that of `seat` may talk and show cards at any time, unheard by the others.

        None, unless the rulebook allows it.
        """
        return ()

    def premoves(self, view: View) -> PremoveOptions:
        """Return the pre-moves that the view's seat may leave while it is not to act (rules/premoves.py).

        They are moves of one card or one word that may be legal at its next turn in this hand.
        """
        return PremoveOptions()

    def candidates(self, view: View) -> Candidates | None:
        """Return the cards that the pre-moves of the view's seat, which acts next, may pick from.

        None if no card is to be played to a trick.
        """
        return None

    def next_dealer(self, dealer: int, seats: int, options: Mapping[str, OptionValue]) -> int:
        """Return the seat that deals after `dealer`: the next to the left (K1.1), unless the rulebook says
        otherwise.
        """
        return (dealer + 1) % seats


class Worlds(ABC):
    """The worlds that agree with a view: positions that differ in what its seat does not know. Made once a view."""

    @abstractmethod
    def draw(self, rng: Random) -> State:
        """Return one of them, each with equal chance: a position with the same view for the same seat."""

    @abstractmethod
    def events(self, world: State) -> tuple[Event, ...]:
        """Return the events of the hand in progress that lead from `Game.start` to a world drawn here."""


class Game(ABC):
    """A game: its options, its start, and its arithmetic. One instance a game, named GAME in its package."""

    id: ClassVar[str]
    name: ClassVar[str]
    seats: ClassVar[tuple[int, int]]
    options: ClassVar[Mapping[str, Option]]
    version: ClassVar[int]
    """The rules version that a table stores: raised when a position or a score would come out otherwise."""
    replayed_versions: ClassVar[frozenset[int]] = frozenset()
    """Older rules versions whose logs come to the same positions and scores under this one."""
    fewest_win: ClassVar[bool] = False
    """Whether the fewest points win the game, and not the most."""
    conduct: ClassVar[Conduct]

    def resolve(self, options: Mapping[str, object], seats: int | None = None) -> dict[str, OptionValue]:
        """Return all options with their values. Raises Refusal `bad_option` for an unknown name or value.

        Where a default or what goes together hangs on the seats, it is decided only once they are known; until then an
        option may be left out.
        """
        return resolve_options(self.name, self.options, options)

    def replays(self, version: int) -> bool:
        """Whether tables that began under a rules version go on under this one."""
        return version == self.version or version in self.replayed_versions

    @abstractmethod
    def new(self, seats: int, options: Mapping[str, OptionValue], dealer: int, pack: Pack | None = None) -> State:
        """Return the first position.

        `options` are resolved, seats and dealer in range; `pack` shrinks the pack in tests.
        """

    @abstractmethod
    def canonical(self, text: str) -> str:
        """Return `text` as K7.1 writes it: verbs lower, cards upper and in canonical order. It is a legal move's."""

    def template(self, choice: Mapping[str, Any]) -> Template:
        """Return the template that a view shows in `choices`. A game with a form of its own reads that too."""
        return templates.read(choice)

    @abstractmethod
    def start(self, view: View) -> State:
        """Return the position at the start of the hand that `view` shows (before its first event), from public
        facts.
        """

    @abstractmethod
    def worlds(self, view: View) -> Worlds:
        """Return the worlds that agree with `view`, for drawing: made once a view."""

    @abstractmethod
    def pad(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        """Return the score of a hand played at a physical table (6-pads).

        Raises Refusal `bad_entry` or `bad_request`.
        """

    @abstractmethod
    def pad_entry(self, facts: Mapping[str, Any], context: PadContext) -> dict[str, Any]:
        """Return the entry for `pad` from the facts that people wrote down of a hand."""

    def success_counts(self, how: Mapping[str, Any]) -> SuccessCounts:
        """Return counts beside points, such as bids that came home, from the `last` of a finished hand; by
        default none.
        """
        return ()

    def pad_success_counts(self, entry: Mapping[str, Any], outcome: Mapping[str, Any]) -> SuccessCounts:
        """Return the same from a score pad's entry and the answer of `pad`, as far as people write it down."""
        return ()

    def settled(self, state: State) -> State:
        """Return the position once debts beyond the finished hand are paid, of a game that ends before its time.

        The same position where nobody owes, as in most games.
        """
        return state

    def cut_short(self, options: Mapping[str, OptionValue], hands: int) -> Mapping[str, OptionValue]:
        """Return the options under which the same events end after `hands` with debts paid; by default the options."""
        return options

    def was_played(self, view: View) -> bool:
        """Whether any hand was played in the finished game of `view`.

        Otherwise nobody has won it, whatever `winners` (K8.2) says, and it is no game in standings. Always true, unless
        the rulebook knows void hands.
        """
        return True

    def pad_played(self, entry: Mapping[str, Any]) -> bool:
        """Whether the hand of a score pad's entry was played."""
        return True


def resolve_options(
    name: str, choices: Mapping[str, Option], given_values: Mapping[str, object]
) -> dict[str, OptionValue]:
    """Return all options of what has this name, with the values that are given. Raises Refusal `bad_option`."""
    values: dict[str, OptionValue] = {name: option.default for name, option in choices.items()}
    for option_name, value in given_values.items():
        option = choices.get(option_name)
        if option is None:
            raise Refusal("bad_option", None, "{game} has no option {option}.", game=name, option=option_name)
        if not option.admits(value) or not isinstance(value, bool | int | str):
            raise Refusal(
                "bad_option",
                None,
                "{option} cannot be {value}: choose {values}.",
                option=option_name,
                value=value,
                values=option.in_words(),
            )
        values[option_name] = value
    return values


def not_expected(event: str) -> Refusal:
    """Return the refusal of a chance event that is not awaited."""
    return Refusal("unexpected_chance", "K3.1", "No {event} is awaited now.", event=event)


def not_to_act(seat: int) -> Refusal:
    """Return the refusal of a move by a seat that may not move now."""
    return Refusal("not_your_turn", "K4.1", "It is not seat {seat}'s turn.", seat=seat)


def unreadable(text: str) -> Refusal:
    """Return the refusal of a text that is no move of the game."""
    excerpt = text if len(text) <= 60 else text[:57] + "..."
    return Refusal("illegal_move", "K7.1", "“{text}” is not a move in this game.", text=excerpt)
