"""M5: declarations, what they show and what they are worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, NamedTuple

from rules.contract import NOTHING, Legal, Move, Refusal, Score, State, View, not_to_act, unreadable
from rules.mitigati.match import SEATS, Hand
from rules.mitigati.play import begin
from rules.mitigati.views import all_dealt, frame
from rules.tarot_tuned import HONOURS, INDEX, KINGS, NUMBERED, capital, indices, name, read_cards, texts, words
from rules.templates import Template
from rules.tricks import ALONE, make

ABUNDANCE: Final = 10
"""M5.2: the fewest trumps of an abundance."""
MIXED: Final = 4
"""M5.5: the fewest cards of mixed honours."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """The cards that a seat shows for each bonus; 0 for one that it does not declare."""

    abundance: int = 0
    kings: int = 0
    honours: int = 0
    mixed: int = 0

    def worth(self) -> int:
        """The bonus of the whole declaration."""
        if self is NOTHING_DECLARED:
            return 0
        return sum(points for _, _, points in self._parts())

    def shown(self) -> int:
        """All cards used (M5.1)."""
        return self.abundance | self.kings | self.honours | self.mixed

    def items(self) -> list[dict[str, Any]]:
        """The bonuses one by one, for views."""
        return [{"bonus": bonus, "cards": texts(cards), "points": points} for bonus, cards, points in self._parts()]

    def _parts(self) -> Iterator[tuple[str, int, int]]:
        if self.abundance:
            yield "abundance", self.abundance, worth_abundance(self.abundance.bit_count())
        if self.kings:
            yield "kings", self.kings, worth_kings((self.kings & HONOURS).bit_count())
        if self.honours:
            yield "honours", self.honours, worth_honours((self.honours & KINGS).bit_count())
        if self.mixed:
            yield "mixed", self.mixed, worth_mixed(self.mixed.bit_count())


NOTHING_DECLARED: Final = Declaration()
SILENT: Final = ("declare nothing",)
NOTHING_TO_DECLARE: Final = Legal(SILENT)


def worth_abundance(trumps: int) -> int:
    """M5.2: what so many trumps are worth."""
    return 10 + trumps - ABUNDANCE


def worth_kings(honours: int) -> int:
    """M5.3: what four Kings with so many Honours are worth."""
    return 20 + 5 * honours


def worth_honours(kings: int) -> int:
    """M5.4: what three Honours with so many Kings are worth."""
    return 15 + 5 * kings


def worth_mixed(cards: int) -> int:
    """M5.5: what so many Kings and Honours are worth."""
    return 10 + 5 * (cards - MIXED)


Item = tuple[str, tuple[str, ...]]
"""A bonus as it is said, in upper case: its name, and the cards that are named."""


def read_items(found: Sequence[str], text: str) -> list[Item]:
    """The items of a move `declare ...`, given by its words; none for `declare nothing`.

    Raises Refusal (K7.1) for any other text.
    """
    verb, *rest = found
    if verb != "DECLARE" or not rest:
        raise unreadable(text)
    if rest == ["NOTHING"]:
        return []
    items: list[Item] = []
    for said in " ".join(rest).split(" + "):
        bonus, *cards = said.split(" ")
        if bonus in ("KINGS", "HONOURS") and cards:
            if cards[0] != "WITH" or len(cards) == 1:
                raise unreadable(text)
            cards = cards[1:]
        elif bonus not in ("KINGS", "HONOURS") and (bonus not in ("ABUNDANCE", "MIXED") or not cards):
            raise unreadable(text)
        if not all(card in INDEX for card in cards):
            raise unreadable(text)
        items.append((bonus, tuple(cards)))
    return items


def written(items: Sequence[Item]) -> str:
    """The canonical text of a declaration: items as they were said, their cards in canonical order (K7.1)."""
    if not items:
        return "declare nothing"
    said: list[str] = []
    for bonus, cards in items:
        adding = ("with",) if cards and bonus in ("KINGS", "HONOURS") else ()
        said.append(" ".join((bonus.lower(), *adding, *sorted(cards, key=INDEX.__getitem__))))
    return "declare " + " + ".join(said)


def declared(items: Sequence[Item], held: int, pack: int, text: str) -> Declaration:
    """The declaration of a seat that holds the cards `held`. Raises Refusal with the clause that it breaks."""
    if not items:
        return NOTHING_DECLARED
    named: dict[str, int] = {}
    for bonus, cards in items:
        if bonus in named:
            raise _refused("M5.1", "Each bonus may be declared once; you named {bonus} twice.", bonus=bonus.lower())
        named[bonus] = read_cards(cards, pack, held, text)
    abundance = named.get("ABUNDANCE", 0)
    for card in indices(abundance & ~NUMBERED):
        raise _refused("M5.2", "Only the trumps 1 to 21 count for abundance; {card} does not.", card=name(card))
    if "ABUNDANCE" in named and abundance.bit_count() < ABUNDANCE:
        sentence = "Abundance takes at least {least} trumps; you named {count}."
        raise _refused("M5.2", sentence, least=ABUNDANCE, count=abundance.bit_count())
    kings = _all_of("KINGS", KINGS, HONOURS, "M5.3", "all four Kings", "an Honour", named, held)
    honours = _all_of("HONOURS", HONOURS, KINGS, "M5.4", "all three Honours", "a King", named, held)
    if kings and honours and (kings & HONOURS or honours & KINGS):
        raise _refused("M5.6", "Who declares both Kings and Honours may add no further cards to either.")
    mixed = named.get("MIXED", 0)
    for card in indices(mixed & ~(KINGS | HONOURS)):
        raise _refused("M5.5", "Mixed honours are Kings and Honours only; {card} is neither.", card=name(card))
    if mixed and (kings or honours):
        raise _refused("M5.5", "Mixed honours may not be declared together with Kings or with Honours.")
    if "MIXED" in named and mixed.bit_count() < MIXED:
        sentence = "Mixed honours take at least {least} cards; you named {count}."
        raise _refused("M5.5", sentence, least=MIXED, count=mixed.bit_count())
    return Declaration(abundance, kings, honours, mixed)


def _all_of(
    bonus: str, whole: int, addable: int, clause: str, needed: str, kind: str, named: dict[str, int], held: int
) -> int:
    """M5.3, M5.4: the cards shown for Kings or Honours with what is added to them; 0 where they are not declared."""
    if bonus not in named:
        return 0
    if whole & ~held:
        raise _refused(clause, "To declare {bonus} you must hold {needed}.", bonus=bonus.lower(), needed=needed)
    for card in indices(named[bonus] & ~addable):
        sentence = "{card} adds nothing to {bonus}: it is not {kind}."
        raise _refused(clause, sentence, card=capital(name(card)), bonus=bonus.lower(), kind=kind)
    return whole | named[bonus]


@dataclass(frozen=True, slots=True)
class Declare(Template):
    """What a seat may show for each bonus, as texts; None for a bonus that it cannot declare (M5)."""

    abundance: tuple[str, ...] | None
    kings: tuple[str, ...] | None
    honours: tuple[str, ...] | None
    mixed: tuple[str, ...] | None

    def _bonuses(self) -> dict[str, tuple[str, ...]]:
        all_four = {"abundance": self.abundance, "kings": self.kings, "honours": self.honours, "mixed": self.mixed}
        return {bonus: cards for bonus, cards in all_four.items() if cards is not None}

    def shown(self) -> dict[str, Any]:
        """The template as views show it: the bonuses that apply."""
        return {"verb": "declare", **{bonus: list(cards) for bonus, cards in self._bonuses().items()}}

    def moves(self) -> Iterator[str]:
        """None: declarations are too many, and perft does not count them."""
        return iter(())

    def draw(self, rng: Random) -> str:
        """A declaration of one bonus, with any number of the cards that it may show."""
        items: list[str] = []
        if self.abundance is not None:
            items.append(
                " ".join(("abundance", *rng.sample(self.abundance, rng.randint(ABUNDANCE, len(self.abundance)))))
            )
        for bonus, cards in (("kings", self.kings), ("honours", self.honours)):
            if cards is not None:
                added = rng.sample(cards, rng.randint(0, min(1, len(cards))))
                items.append(" ".join((bonus, "with", *added)) if added else bonus)
        if self.mixed is not None:
            items.append(" ".join(("mixed", *rng.sample(self.mixed, rng.randint(MIXED, len(self.mixed))))))
        return f"declare {rng.choice(items)}"


def template(held: int) -> Declare | None:
    """What a seat that holds these cards may show for each bonus, or None if it can declare none."""
    trumps = held & NUMBERED
    special = held & (KINGS | HONOURS)
    abundance = trumps.bit_count() >= ABUNDANCE
    mixed = special.bit_count() >= MIXED  # the four Kings are enough for it
    honours = held & HONOURS == HONOURS
    if not (abundance or mixed or honours):
        return None
    return Declare(
        tuple(texts(trumps)) if abundance else None,
        tuple(texts(held & HONOURS)) if held & KINGS == KINGS else None,
        tuple(texts(held & KINGS)) if honours else None,
        tuple(texts(special)) if mixed else None,
    )


class _Turn(NamedTuple):
    hand: Hand
    turn: int
    to_act: tuple[int, ...]


class Declaring(_Turn, State):  # pyright: ignore[reportIncompatibleVariableOverride]: a field for a property
    """M5.1: from Eldest, going left, each seat declares once."""

    __slots__ = ()

    finished = False  # pyright: ignore[reportAssignmentType, reportIncompatibleMethodOverride]: asked at every move

    @property
    def phase(self) -> str:
        return "declare"

    @property
    def number(self) -> int:
        return self.hand.match.number

    def legal(self, seat: int) -> Legal:
        if seat != self.turn:
            return NOTHING
        hand = self.hand
        choice = template(hand.dealt[seat] & ~hand.discard)
        return Legal(SILENT, (choice,)) if choice else NOTHING_TO_DECLARE

    def sequences(self, seat: int) -> Iterator[str]:
        """Perft does not descend into the template."""
        return iter(self.legal(seat).moves)

    def apply(self, seat: int, text: str) -> State:
        if seat != self.turn:
            raise not_to_act(seat)
        if text == "declare nothing":
            return self._said(make(Move, (seat, text)), NOTHING_DECLARED)
        found = words(text)
        if found[0] in ("PASS", "ASK", "OFFER", "CONTINUE", "DISCARD", "PLAY"):
            raise _refused("M5.1", "It is your turn to declare bonuses, or to declare nothing.")
        items = read_items(found, text)
        declaration = declared(items, self.hand.held(seat), self.hand.match.setup.pack, text)
        return self._said(Move(seat, written(items)), declaration)

    def _said(self, move: Move, declaration: Declaration) -> State:
        hand = self.hand.after_declaration(move, declaration)
        return declaring(hand) if len(hand.declarations) < SEATS else begin(hand)

    def view(self, seat: int | None) -> View:
        return {**frame(self, self.hand.match, seat), **all_dealt(self.hand, seat)}

    def score(self) -> Score:
        return self.hand.match.score()


def declaring(hand: Hand) -> Declaring:
    """M5.1: the position in which the next seat is to declare."""
    turn = hand.match.speaking()[len(hand.declarations)]
    return make(Declaring, (hand, turn, ALONE[turn]))


def _refused(clause: str, sentence: str, **fields: object) -> Refusal:
    return Refusal("illegal_move", clause, sentence, **fields)
