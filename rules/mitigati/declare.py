"""M5: declarations: what may be declared with which cards."""

from __future__ import annotations

from collections.abc import Mapping

from rules.cards import each
from rules.contract import Legal, Refusal
from rules.mitigati.moves import Declare, Item, declaration_text
from rules.mitigati.records import MIN_ABUNDANCE, MIN_MIXED, Declaration
from rules.sentences import capital
from rules.tarot.cards import CARDS, HONOURS, KINGS, NUMBERED, name


def legal_declarations(hand: int) -> Legal:
    """Return the declarations open to a seat that holds these cards."""
    trumps, honours, kings = hand & NUMBERED, hand & HONOURS, hand & KINGS
    special = kings | honours
    template = Declare(
        abundance=tuple(CARDS.listed(trumps)) if trumps.bit_count() >= MIN_ABUNDANCE else None,
        kings=tuple(CARDS.listed(honours)) if kings == KINGS else None,
        honours=tuple(CARDS.listed(kings)) if honours == HONOURS else None,
        mixed=tuple(CARDS.listed(special)) if special.bit_count() >= MIN_MIXED else None,
    )
    return Legal(("declare nothing",), (template,) if template != Declare(None, None, None, None) else ())


def make_declaration(cards_by_bonus: Mapping[str, int], hand: int) -> Declaration:
    """Return the declaration of a seat that holds these cards and names these bonuses, each with its cards.

    Raises Refusal with the clause of M5 that it breaks.
    """
    abundance = _check_abundance(cards_by_bonus["ABUNDANCE"]) if "ABUNDANCE" in cards_by_bonus else 0
    kings = _check_kings(cards_by_bonus["KINGS"], hand) if "KINGS" in cards_by_bonus else 0
    honours = _check_honours(cards_by_bonus["HONOURS"], hand) if "HONOURS" in cards_by_bonus else 0
    if kings and honours and (kings & HONOURS or honours & KINGS):
        raise _refusal("M5.6", "With both Kings and Honours declared, you may add cards to neither.")
    mixed = _check_mixed(cards_by_bonus["MIXED"], bool(kings or honours)) if "MIXED" in cards_by_bonus else 0
    return Declaration(abundance, kings, honours, mixed)


def fullest_declaration(hand: int) -> str:
    """Return the declaration that is worth most to a seat that holds these cards, with all that adds to it, as a move.

    If both Kings and Honours can be declared (M5.6), it names the two alone.
    """
    # Kings and Honours add nothing to each other (M5.6): two bonuses are worth the same as one with all additions.
    template = next(iter(legal_declarations(hand).choices), None)
    if not isinstance(template, Declare):
        return declaration_text([])
    items = [Item("ABUNDANCE", template.abundance)] if template.abundance else []
    has_both = template.kings is not None and template.honours is not None
    if template.kings is not None:
        items.append(Item("KINGS", () if has_both else template.kings))
    if template.honours is not None:
        items.append(Item("HONOURS", () if has_both else template.honours))
    if template.mixed is not None and template.kings is None and template.honours is None:
        items.append(Item("MIXED", template.mixed))
    return declaration_text(items)


def _check_abundance(cards: int) -> int:
    """Return the cards of an abundance (M5.2)."""
    for card in each(cards & ~NUMBERED):
        raise _refusal("M5.2", "Abundance counts only trumps 1 to 21, not {card}.", card=name(card))
    if cards.bit_count() < MIN_ABUNDANCE:
        sentence = "Abundance needs at least {least} trumps. You chose {count}."
        raise _refusal("M5.2", sentence, least=MIN_ABUNDANCE, count=cards.bit_count())
    return cards


def _check_kings(added_cards: int, hand: int) -> int:
    """Return the four Kings and the Honours added to them (M5.3)."""
    if KINGS & ~hand:
        raise _refusal("M5.3", "You need all four Kings to declare Kings.")
    for card in each(added_cards & ~HONOURS):
        sentence = "You can add only Honours to Kings, not {card}."
        raise _refusal("M5.3", sentence, card=capital(name(card)))
    return KINGS | added_cards


def _check_honours(added_cards: int, hand: int) -> int:
    """Return the three Honours and the Kings added to them (M5.4)."""
    if HONOURS & ~hand:
        raise _refusal("M5.4", "You need all three Honours to declare Honours.")
    for card in each(added_cards & ~KINGS):
        sentence = "You can add only Kings to Honours, not {card}."
        raise _refusal("M5.4", sentence, card=capital(name(card)))
    return HONOURS | added_cards


def _check_mixed(cards: int, beside_others: bool) -> int:
    """Return the cards of mixed honours (M5.5); `beside_others` where kings or honours are declared too."""
    for card in each(cards & ~(KINGS | HONOURS)):
        raise _refusal("M5.5", "Mixed honours are only Kings and Honours, not {card}.", card=name(card))
    if beside_others:
        raise _refusal("M5.5", "You may not declare mixed honours with Kings or Honours.")
    if cards.bit_count() < MIN_MIXED:
        sentence = "Mixed honours need at least {least} cards. You chose {count}."
        raise _refusal("M5.5", sentence, least=MIN_MIXED, count=cards.bit_count())
    return cards


def _refusal(clause: str, sentence: str, **fields: object) -> Refusal:
    return Refusal("illegal_move", clause, sentence, **fields)
