"""Declarations in words and as a form (M5): what a seat can declare, worked out for it, and how much of it to show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from bot.common.text import format_signed
from bot.ui.kit.forms import CardsField, Field, Form, Preset, Values, WordField
from cogs.games.tarot.cards import all_named, card_text
from rules.contract import View
from rules.mitigati.bonuses import Bonus, bonus_points, bonuses_of, worth, worth_honours, worth_kings, worth_mixed
from rules.mitigati.declare import fullest_declaration
from rules.mitigati.moves import Item, declaration_text, read_items
from rules.mitigati.records import MIN_ABUNDANCE, MIN_MIXED, Declaration
from rules.sentences import listed
from rules.tarot.cards import CARDS, HONOURS, KINGS

NOTHING: Final = "declare nothing"

NO: Final = "no"
"""The word of a bonus that is not declared."""

BOTH: Final = "With both Kings and Honours declared, you may add cards to neither."
BESIDE: Final = "You may not declare mixed honours with Kings or Honours."

WHOLE: Final[Mapping[str, int]] = {"KINGS": KINGS, "HONOURS": HONOURS}


def declaration_of(move: str) -> Declaration:
    """Return the declaration that a legal move makes."""
    _, *bonus_words = move.upper().split(" ")
    items = {item.bonus: WHOLE.get(item.bonus, 0) | CARDS.mask(item.cards) for item in read_items(bonus_words, move)}
    return Declaration(*(items.get(bonus, 0) for bonus in ("ABUNDANCE", "KINGS", "HONOURS", "MIXED")))


def bonuses(declaration: Declaration) -> str:
    """Return the bonuses with their worth and cards: "10 points for mixed honours with the King of Air, …"."""
    return "; ".join(f"{bonus.points} points for {_bonus(bonus)}" for bonus in bonuses_of(declaration))


def short_text(declaration: Declaration) -> str:
    """Return the bonuses without their cards: "abundance and Kings with Honours"."""
    return listed([_in_short(bonus) for bonus in bonuses_of(declaration)])


def _in_short(bonus: Bonus) -> str:
    if bonus.name in {"abundance", "mixed"}:
        return {"abundance": "abundance", "mixed": "mixed honours"}[bonus.name]
    own_name, added_name = ("Kings", "Honours") if bonus.name == "kings" else ("Honours", "Kings")
    whole = KINGS if own_name == "Kings" else HONOURS
    return f"{own_name} with {added_name}" if bonus.cards & ~whole else own_name


def declaration_summary(items: str) -> str:
    """Return the bonuses that a legal declaration names, and their worth together where there are several."""
    declaration = declaration_of(f"declare {items}")
    together = f"; {worth(declaration)} together" if len(bonuses_of(declaration)) > 1 else ""
    return f"{bonuses(declaration)}{together}"


def _bonus(bonus: Bonus) -> str:
    """Return the words for a bonus and its cards."""
    cards = CARDS.listed(bonus.cards)
    if bonus.name == "abundance":
        return f"abundance with {all_named(cards)}"
    if bonus.name == "mixed":
        return f"mixed honours with {all_named(cards)}"
    required_cards = KINGS if bonus.name == "kings" else HONOURS
    added_cards = CARDS.listed(bonus.cards & ~required_cards)
    return (
        f"all four Kings{_with(added_cards)}" if required_cards == KINGS else f"all three Honours{_with(added_cards)}"
    )


def _with(cards: Sequence[str]) -> str:
    return f" with {all_named(cards)}" if cards else ""


def title(item: Mapping[str, Any]) -> str:
    """Return an item of a declaration as a view shows it, for the place where its cards lie."""
    names = {"abundance": "Abundance", "kings": "Kings", "honours": "Honours", "mixed": "Mixed"}
    return f"{names[item['bonus']]} for {item['points']}"


def forms(view: View) -> tuple[Form, ...]:
    """Return one form for all bonuses that the hand has, filled in with all of them; and that ready as a button."""
    if not view["choices"]:
        return ()
    (choice,) = view["choices"]
    fields: dict[str, Field] = {}
    if "abundance" in choice:
        most = len(choice["abundance"])
        hint = f"{MIN_ABUNDANCE} trumps: 10, each more: 1. Or choose none"
        fields["abundance"] = CardsField("Trumps for abundance", tuple(choice["abundance"]), 0, most, hint=hint)
    if "kings" in choice:
        words = _words("kings", "All four Kings", choice["kings"], worth_kings)
        fields["kings"] = WordField("Kings", words)
    if "honours" in choice:
        words = _words("honours", "All three Honours", choice["honours"], worth_honours)
        fields["honours"] = WordField("Honours", words)
    if "mixed" in choice:
        hint = f"{MIN_MIXED} cards: {worth_mixed(MIN_MIXED)}, each more: 5. Or choose none"
        cards = tuple(choice["mixed"])
        fields["mixed"] = CardsField("Kings and Honours, mixed", cards, 0, len(cards), hint=hint)
    full = fullest_declaration(CARDS.mask(view["hand"]))
    begin = _values(fields, full)

    def move(values: Values) -> str:
        return declaration_text(_items(fields, values))

    def wrong(values: Values) -> str:
        return _why_not_together(_items(fields, values))

    points = bonus_points([worth(declaration_of(full)), 0, 0], view["options"]["bonuses"])[0]
    label = f"Declare all: you {format_signed(points)}"
    return (
        Form(
            "declare",
            "Choose bonuses …",
            "Declare",
            tuple(fields.values()),
            move,
            (Preset(label, begin),),
            begin,
            wrong,
        ),
    )


def _words(bonus: str, name: str, cards: Sequence[str], worth_with: Any) -> tuple[tuple[str, str], ...]:
    """Return every way to declare Kings or Honours, with some or none of the cards that add to them."""
    ways = [added_cards for size in range(len(cards) + 1) for added_cards in combinations(cards, size)]
    return (
        (NO, "Not declared"),
        *(
            (_declaration_text(bonus, added_cards), f"{name}{_plus(added_cards)}: {worth_with(len(added_cards))}")
            for added_cards in ways
        ),
    )


def _plus(cards: Iterable[str]) -> str:
    return "".join(f" + {_short_card(card)}" for card in cards)


def _short_card(card: str) -> str:
    """Return a King or an Honour in few letters, as an option of a select holds not many."""
    return card_text(card).removeprefix("the ").replace("King of ", "K ")


def _declaration_text(bonus: str, added_cards: Sequence[str]) -> str:
    return " ".join((bonus, "with", *added_cards)) if added_cards else bonus


def _values(fields: Mapping[str, Field], move: str) -> Values:
    """Return the values of the fields where this move is declared."""
    _, *bonus_words = move.upper().split(" ")
    items = {item.bonus.lower(): item.cards for item in read_items(bonus_words, move)}
    return tuple(
        (_declaration_text(bonus, items[bonus]) if bonus in items else NO)
        if isinstance(field, WordField)
        else items.get(bonus, ())
        for bonus, field in fields.items()
    )


def _items(fields: Mapping[str, Field], values: Values) -> list[Item]:
    """Return the bonuses that these values of the fields declare."""
    items: list[Item] = []
    for bonus, value in zip(fields, values, strict=True):
        if isinstance(value, tuple):
            items += [Item(bonus.upper(), value)] if value else []
        elif value != NO:
            items.append(Item(bonus.upper(), tuple(str(value).split(" ")[2:])))
    return items


def _why_not_together(items: Sequence[Item]) -> str:
    """Return the reason why bonuses cannot be declared together, or have too few cards."""
    named = {item.bonus: item.cards for item in items}
    sentences: list[str] = []
    for bonus, min_cards in (("ABUNDANCE", MIN_ABUNDANCE), ("MIXED", MIN_MIXED)):
        if bonus in named and len(named[bonus]) < min_cards:
            subject = "Abundance needs" if bonus == "ABUNDANCE" else "Mixed honours need"
            sentences.append(f"{subject} at least {min_cards} cards. You chose {len(named[bonus])}.")
    if "KINGS" in named and "HONOURS" in named and (named["KINGS"] or named["HONOURS"]):
        sentences.append(BOTH)
    if "MIXED" in named and ("KINGS" in named or "HONOURS" in named):
        sentences.append(BESIDE)
    return " ".join(sentences)
