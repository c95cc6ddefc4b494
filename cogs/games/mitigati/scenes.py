"""The scenes of Mitigati: the table, and a hand of up to 28 cards by suit, from views alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bot.ui.game import common_texts
from bot.ui.game.presenter import Players
from bot.ui.scene.scene import CardScene, HandScene, SeatScene, TableScene, Zone
from bot.ui.scene.text import amount
from cogs.games.mitigati import bargaining
from cogs.games.mitigati.card_points import taken
from cogs.games.mitigati.declaring import declaration_of, in_words
from cogs.games.mitigati.declaring import title as item_title
from cogs.games.mitigati.ledger import ledger
from cogs.games.tarot.cards import KINDS, all_named, laid, of_points, worth_of
from cogs.games.tarot.pack import FOOL, TAROT
from cogs.games.tarot.scenes import few, seat_with_card, this_trick, trick_before
from cogs.games.tarot.tricks import must_follow
from rules.contract import View
from rules.mitigati.declare import fullest
from rules.mitigati.scoring import PAR
from rules.sentences import capital
from rules.tarot.cards import mask_of

TRICKS: Final = 25
"""M6.1."""


def table(view: View, players: Players, title: str, prompt: str) -> TableScene:
    """The public table."""
    over = common_texts.shows_last(view)
    return TableScene(
        pack=TAROT.name,
        title=title,
        subtitle=common_texts.which(view, view["options"]["hands"]),
        prompt=prompt,
        seats=tuple(_seat(view, players, seat) for seat in range(view["seats"])),
        zones=_zones_of_last(view["last"], players) if over else _zones(view, players),
        facts=() if over else tuple(_facts(view)),
        card_places=view["phase"] in {"bargain", "discard", "declare", "play"},
        ledger=ledger(view["last"], view["points"], players) if over else None,
    )


def hand(view: View, players: Players, title: str, prompt: str) -> HandScene:
    """A seat's own cards by suit, with what it may do; between hands what it ended with."""
    mine: int = view["seat"]
    turn = mine in view["to_act"]
    over = common_texts.shows_last(view)
    playable = [move.removeprefix("play ") for move in view["moves"] if move.startswith("play ")]
    playing = view["phase"] == "play"
    barred: Mapping[str, Any] = view["barred"] if playing else {}  # what cannot be laid away may well be played later
    cards, groups = laid(view["hand"] or (), playable if len(playable) < len(view["hand"]) else (), barred)
    facts = [] if over else _facts(view)
    if view["phase"] == "bargain":
        facts += _words(view, players)
    if playing:
        facts.append(("Your card points", str(taken(view)[mine])))
    if view["discard"]:
        facts.append(("Laid away", ", ".join(TAROT.name_of(card) for card in view["discard"])))
    facts.append(("You have" if over else "You had", amount(view["scores"][mine])))
    return HandScene(
        pack=TAROT.name,
        title=f"Your hand at {title}",
        prompt=prompt,
        cards=cards,
        notes=notes(view) if turn else (),
        zones=_zones_of_last(view["last"], players) if over else this_trick(view, players) or _zones(view, players),
        facts=tuple(facts),
        your_turn=turn,
        groups=groups,
    )


def _seat(view: View, players: Players, seat: int) -> SeatScene:
    """A seat: what it says or has declared, what it holds face down or has played to the trick."""
    badges = common_texts.signs(view, players, seat)
    playing = view["phase"] == "play"
    if view["phase"] == "bargain" and (word := bargaining.word_of(view, seat)):
        badges.append(word)
    declared = view["declarations"][seat]
    if declared is not None and (declared["worth"] or not playing):
        badges.append(f"bonus {declared['worth']}" if declared["worth"] else "no bonus")
    if playing and (won := taken(view)[seat]):
        badges.append(of_points(won))
    return seat_with_card(view, players, seat, badges)


def _zones(view: View, players: Players) -> tuple[Zone, ...]:
    """While bonuses are declared what was shown for them, in play the trick before."""
    if view["phase"] == "declare":
        return _declared(view, players)
    return trick_before(view, players)


def _declared(shown: Mapping[str, Any], players: Players) -> tuple[Zone, ...]:
    """The cards that were shown for bonuses (M5.1)."""
    return tuple(
        Zone(players.name(seat), tuple(CardScene(card) for card in item["cards"]), "fan", item_title(item))
        for seat, declared in enumerate(shown["declarations"])
        if declared
        for item in declared["items"]
    )


def _zones_of_last(last: Mapping[str, Any], players: Players) -> tuple[Zone, ...]:
    """Of a hand that was played: what was declared, the discard, and the card that was given for the Fool."""
    zones = list(_declared(last, players))
    if last["discard"]:
        zones.append(few("Discard", last["discard"], of_points(worth_of(last["discard"]))))
    if last["fool"]:
        giver, winner = players.name(last["fool"]["from"]), players.name(last["fool"]["to"])
        zones.append(
            few(
                "Fool's card" if last["fool"]["given"] != FOOL else "The Fool",
                [last["fool"]["given"]],
                f"{giver} to {winner}",
            )
        )
    return tuple(zones)


def _facts(view: View) -> list[tuple[str, str]]:
    """How far the hand has come, and what has to be followed; what each has won in it stands with the seats."""
    if view["phase"] == "bargain":
        return [("Packets", f"{view['reached']} of {bargaining.PACKETS}")]
    if view["phase"] == "play":
        facts = [("Trick", f"{len(view['tricks']) + 1} of {TRICKS}")]
        if view["led"]:
            facts.append(("To follow", KINDS[view["led"]]))
        return facts
    return []


def _words(view: View, players: Players) -> list[tuple[str, str]]:
    """What each seat says in this round of bargaining, one's own word included (M3.3)."""
    mine: int = view["seat"]
    said = ((seat, bargaining.word_of(view, seat, own=seat == mine)) for seat in range(view["seats"]))
    return [(capital(players.whom(seat)), word) for seat, word in said if word]


def notes(view: View) -> tuple[str, ...]:
    """Why cards may not go, those of a suit together, with the clause and the card that forces it (M4.1, M6.2)."""
    if view["phase"] == "play" and view["barred"]:
        return (must_follow(view, "M6.2", "M6.4"),)
    if view["phase"] == "discard":
        kept = all_named(view["barred"])
        kings = f"{capital(kept)} {'stays' if len(view['barred']) == 1 else 'stay'}: " if kept else ""
        return (f"{kings}Kings and Honours may not be laid away (M4.1).",)
    if view["phase"] == "declare" and not view["choices"]:
        return ("You hold nothing that counts as a bonus (M5.2 to M5.5).",)
    if view["phase"] == "declare":
        full = declaration_of(fullest(mask_of(view["hand"])))
        return (f"All that you can declare: {in_words(full)}. What you declare is shown to all (M5.1).",)
    return ()


def stakes(view: View) -> str:
    """What is won or lost by what is decided now, in half a sentence (M3.6, M4.1, M5.7, M7.1)."""
    phase = view["phase"]
    if phase == "bargain":
        return "What is settled is all that the hand then brings."
    if phase == "discard":
        return "Their card points count for the dealer."
    if phase == "declare":
        each = view["options"]["bonuses"] == "each"
        return (
            "A bonus is won from each of the others, for cards shown to all."
            if each
            else "A bonus counts for who shows it alone."
        )
    if phase != "play":
        return ""
    lying = worth_of(card for _, card in view["trick"] if card != FOOL)  # it stays its player's (M6.5)
    if view["trick"]:
        return f"{of_points(lying)} {'lies' if lying == 1 else 'lie'} in the trick."
    return f"Each card point beyond {PAR} is worth one, each below costs one."
