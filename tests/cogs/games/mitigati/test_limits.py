"""The messages of tables of Mitigati, three with the longest names, against what Discord takes."""

from __future__ import annotations

from bot.tables.commands import lobby
from bot.tables.model.move_tokens import move_tokens
from bot.tables.services.tables import Tables
from bot.ui.table import layouts
from rules.registry import GAMES
from rules.tarot.cards import PACK_78
from tests.cogs.games.mitigati.games import PRESENTER, WIDE
from tests.support.limits import assert_accepted, parts_of
from tests.support.people import Person, make_actor
from tests.support.renderers import bare_renderer

PEOPLE = [Person(100 + seat, name) for seat, name in enumerate(WIDE)]
EMOJI = {card: f"<:trump_12_the_hanged_man_eh01ab:{10**18 + number}>" for number, card in enumerate(PACK_78)}
RENDERER = bare_renderer(PRESENTER, emoji={"mitigati": EMOJI})


async def test_every_card_to_lead_is_a_button(tables: Tables) -> None:
    """Twenty cards or 25: five buttons a row with rank and suit."""
    live = await lobby.open_table(tables, GAMES["mitigati"], {"hands": 1}, (1, 2), make_actor(PEOPLE[0]))
    for person in PEOPLE[1:]:
        await lobby.join(tables, live.id, make_actor(person))
    live, _ = await lobby.start(tables, live.id, make_actor(PEOPLE[0]))
    assert live.state is not None
    cards = [f"{rank}{suit}" for suit in "EAF" for rank in ("A", "2", "3", "9", "J", "Q", "K")] + [
        "4",
        "17",
        "21",
        "FOOL",
    ]
    for hand_cards in (cards[5:], cards):
        moves = [f"play {card}" for card in hand_cards]
        view = {**live.state.view(0), "phase": "play", "moves": moves, "hand": hand_cards}
        parts = layouts.hand(live, 0, "Yours", PRESENTER.choices(view), move_tokens(moves), None, EMOJI).parts
        assert_accepted(parts)
        selects = [part for part in parts_of(parts) if part["type"] == 3]
        assert not selects
        rows = [part["components"] for part in parts_of(parts) if part["type"] == 1]
        labels = [[component["label"] for component in row] for row in rows[: len(hand_cards) // 5]]
        assert [len(row) for row in labels] == [5] * (len(hand_cards) // 5)
        assert labels[0][:2] == (["Q Ea", "K Ea"] if len(hand_cards) == 20 else ["A Ea", "2 Ea"])
        assert labels[-1][-4:] == ["4", "17", "21", "Fool"]
