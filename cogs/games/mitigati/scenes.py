"""The scenes of Mitigati: the table, and a hand of up to 28 cards by suit, from views alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bot.common.text import format_signed
from bot.ui.game import common_texts
from bot.ui.game.common_texts import this_trick, trick_before
from bot.ui.game.players import Players
from bot.ui.scene.scene import CardScene, HandScene, SeatScene, TableScene, Zone
from bot.ui.scene.text import amount
from cogs.games.mitigati import bargaining
from cogs.games.mitigati.card_points import card_points
from cogs.games.mitigati.declaring import declaration_of, short_text
from cogs.games.mitigati.declaring import title as item_title
from cogs.games.tarot.cards import KINDS, kind_of, of_points, worth_of
from cogs.games.tarot.pack import TAROT
from cogs.games.tarot.scenes import hand_scene, seat_with_card, small_cards
from cogs.games.tarot.tricks import must_follow, trick_points
from rules.contract import View
from rules.mitigati.bargain import FIRST_ROUND
from rules.mitigati.bonuses import bonus_points, worth
from rules.mitigati.declare import fullest_declaration
from rules.mitigati.scoring import PAR
from rules.sentences import capital
from rules.tarot.cards import CARDS

TRICKS: Final = 25
"""M6.1."""


def table(view: View, players: Players, title: str, prompt: str) -> TableScene:
    """Return the public table."""
    is_over = common_texts.shows_last_hand(view)
    return TableScene(
        pack=TAROT.name,
        title=title,
        subtitle=common_texts.hand_number_text(view, view["options"]["hands"]),
        prompt=prompt,
        seats=tuple(_seat(view, players, seat) for seat in range(view["seats"])),
        zones=() if is_over else _zones(view, players),
        facts=() if is_over else tuple(_facts(view)),
        card_places=view["phase"] in {"bargain", "discard", "declare", "play"},
    )


def hand(view: View, players: Players, title: str, prompt: str) -> HandScene:
    """Return a seat's own cards by suit, with what it may do; between hands what it ended with."""
    own_seat: int = view["seat"]
    is_over = common_texts.shows_last_hand(view)
    playing = view["phase"] == "play"
    facts = [] if is_over or view["trick"] else _facts(view)
    discarded = worth_of(view["discard"] or ())
    if view["phase"] == "bargain":
        facts += _words(view, players)
    if playing:
        facts.append(("Your points", f"{card_points(view)[own_seat]}{f' ({discarded} discarded)' * bool(discarded)}"))
        facts += _bonuses(view)
    elif discarded:
        facts.append(("Discard", of_points(discarded)))
    if view["phase"] not in {"bargain", "play"}:
        facts.append(("Your score", amount(view["scores"][own_seat])))
    zones = _zones_of_last(view["last"], players) if is_over else this_trick(view, players) or _zones(view, players)
    return hand_scene(view, title, prompt, notes(view), zones, facts)


def _seat(view: View, players: Players, seat: int) -> SeatScene:
    """Return a seat: what it says or has declared, what it holds face down or has played to the trick."""
    badges = common_texts.seat_badges(view, players, seat)
    playing = view["phase"] == "play"
    if view["phase"] == "bargain" and (word := bargaining.word_of(view, seat)):
        badges.append(word)
    declaration = view["declarations"][seat]
    if declaration is not None and (declaration["worth"] or not playing):
        badges.append(f"bonus {declaration['worth']}" if declaration["worth"] else "no bonus")
    if playing and (points := card_points(view)[seat]):
        badges.append(of_points(points))
    return seat_with_card(view, players, seat, badges)


def _zones(view: View, players: Players) -> tuple[Zone, ...]:
    """Return the zones: the declared cards while seats declare, the last trick in play."""
    if view["phase"] == "declare":
        return _declared_zones(view, players)
    return trick_before(view, players)


def _declared_zones(view: Mapping[str, Any], players: Players) -> tuple[Zone, ...]:
    """Return the cards that were shown for bonuses (M5.1)."""
    return tuple(
        Zone(players.name(seat), tuple(CardScene(card) for card in item["cards"]), "fan", item_title(item))
        for seat, declaration in enumerate(view["declarations"])
        if declaration
        for item in declaration["items"]
    )


def _zones_of_last(last: Mapping[str, Any], players: Players) -> tuple[Zone, ...]:
    """Return the zones of a finished hand: the declarations and the discard."""
    zones = _declared_zones(last, players)
    if not last["discard"]:
        return zones
    return (*zones, small_cards("Dealer's discard", last["discard"], of_points(worth_of(last["discard"]))))


def _facts(view: View) -> list[tuple[str, str]]:
    """Return the state of the hand, and the suit to follow. Each seat's winnings stand with the seats."""
    if view["phase"] == "bargain":
        return [("Bargain", f"{view['reached'] - FIRST_ROUND + 1} of {bargaining.ROUNDS}")]
    if view["phase"] == "play":
        facts = [("Trick", f"{len(view['tricks']) + 1} of {TRICKS}")]
        if view["led"] and kind_of(view["trick"][0][1]) != view["led"]:
            facts.append(("Led", KINDS[view["led"]]))
        return facts
    return []


def _bonuses(view: View) -> list[tuple[str, str]]:
    """Return the points of the declared bonuses for the reader, or against them (M5.7)."""
    worths = [declaration["worth"] if declaration else 0 for declaration in view["declarations"]]
    own_seat: int = view["seat"]
    points = bonus_points(worths, view["options"]["bonuses"])[own_seat]
    return [("Bonuses", format_signed(points))] if any(worths) else []


def _words(view: View, players: Players) -> list[tuple[str, str]]:
    """Return each seat's word in this round of bargaining, the reader's included (M3.3)."""
    own_seat: int = view["seat"]
    words = ((seat, bargaining.word_of(view, seat, own=seat == own_seat)) for seat in range(view["seats"]))
    return [(capital(players.whom(seat)), word) for seat, word in words if word]


def notes(view: View) -> tuple[str, ...]:
    """Return the reasons why cards may not be played or discarded, and the cards that may, with the clause (M4.1,
    M6.2).
    """
    if not view["barred"]:
        return ()
    if view["phase"] == "play":
        return (must_follow(view, "M6.2", "M6.4"),)
    return ("Kings and Honours may not be discarded, so you must discard other cards. (M4.1)",)


def stakes(view: View) -> str:
    """Return the stakes of the present decision, in a sentence (M3.6, M4.1, M5.7, M7.1)."""
    phase = view["phase"]
    if phase == "bargain":
        return "If you agree on points, the hand ends."
    if phase == "discard":
        return f"Their points count for {'you' if view['seat'] == view['dealer'] else 'the dealer'}."
    if phase == "declare":
        each = view["options"]["bonuses"] == "each"
        return "Each opponent pays them, but sees the cards." if each else "You score them, but all see the cards."
    if phase != "play":
        return ""
    if view["trick"]:
        return f"The trick has {of_points(trick_points(view['trick']))} so far."
    return _against_par(view)


def _against_par(view: View) -> str:
    """Return the result of the points so far: those above 49 are won, those below are lost (M7.1)."""
    own_seat: int | None = view["seat"]
    if own_seat is None:
        return ""
    points = card_points(view)[own_seat]
    surplus = points - PAR
    if not points:
        return f"Win more than {PAR} points."
    if surplus < 0:
        return f"You need {of_points(-surplus)} more to reach {PAR}."
    return f"You are {of_points(surplus)} above {PAR}." if surplus else f"You have {PAR}: every further point gains 1."


def declares(view: View) -> str:
    """Return the decision of a seat that holds bonuses, by name and worth, or that it holds none (M5)."""
    if not view["choices"]:
        return "You hold no bonus, so declare nothing."
    full = declaration_of(fullest_declaration(CARDS.mask(view["hand"])))
    if view["options"]["bonuses"] == "each":
        return f"Declare {short_text(full)}? Each opponent pays {worth(full)} and sees them."
    return f"Declare {short_text(full)}? You score {worth(full)}, but all see them."
