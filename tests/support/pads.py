"""Score pads without Discord, and people who keep them."""

from __future__ import annotations

from itertools import count
from typing import Any, NamedTuple

from bot.pads import commands
from bot.pads.commands import PadActor
from bot.pads.pad import Pad, game_of
from bot.pads.pads import Pads
from data.pads.records import NEW_HAND, NewPad, PadDraft, PadPlayer

INTERACTIONS = count(10**18)


class Person(NamedTuple):
    """A user of Discord."""

    id: int
    display_name: str


ADA, BELA, CLEO, ZOE = Person(11, "Ada"), Person(12, "Bela"), Person(13, "Cleo"), Person(99, "Zoe")


GUILD, CHANNEL = 500, 600


def make_pad_actor(who: Person, *, moderator: bool = False) -> PadActor:
    """Return somebody as an actor of a pad, with an interaction of its own."""
    return PadActor(who, next(INTERACTIONS), moderator=moderator)


async def open_pad(pads: Pads, game: str = "free", *guests: str, **options: Any) -> Pad:
    """Open a pad that Ada keeps, on which she, Bela and guests play; return it."""
    people = [(ADA.id, ADA.display_name), (BELA.id, BELA.display_name), *((None, guest) for guest in guests)]
    players = [PadPlayer(place + 1, user, name, place) for place, (user, name) in enumerate(people)]
    pad_game = game_of(game)
    new = NewPad(game, pad_game.version, "", pad_game.resolve(options), GUILD, CHANNEL, ADA.id)
    return await pads.open(new, "Ada", players, next(INTERACTIONS))


def draft_hand(pad: Pad, who: Person, account: dict[str, Any], hand: int = NEW_HAND) -> tuple[PadDraft, dict[str, Any]]:
    """Return a draft of a hand as it begins now, and its account."""
    if hand:
        pad_hand = pad.hands[hand]
        return PadDraft(0, pad.id, who.id, hand, pad_hand.rev, pad_hand.players, pad_hand.dealer, None, {}), account
    dealer = pad.next_dealer(pad.playing)
    return PadDraft(0, pad.id, who.id, NEW_HAND, len(pad.record.hands), pad.playing, dealer, None, {}), account


async def enter_hand(pads: Pads, pad: Pad, account: dict[str, Any], who: Person = ADA, hand: int = NEW_HAND) -> Pad:
    """Enter one more hand, or another account of one; return the pad."""
    pad, _ = await pads.change(pad.id, commands.enter(make_pad_actor(who), *draft_hand(pad, who, account, hand), 1_000))
    return pad


async def reload_pad(pads: Pads, pad: Pad) -> Pad:
    """Read the same pad from the store; return it."""
    return await Pads(pads.store).find(pad.id)
