"""The messages of tables of Conference, four with the longest names, against what Discord takes."""

from __future__ import annotations

from bot.tables.commands import lobby
from bot.tables.model.move_tokens import move_tokens
from bot.tables.services.tables import Tables
from bot.ui.table import layouts
from rules.registry import GAMES
from rules.tarot.cards import PACK_80
from tests.cogs.games.conference.games import PRESENTER, WIDE
from tests.support.limits import assert_accepted, parts_of
from tests.support.people import Person, make_actor
from tests.support.renderers import bare_renderer

EMOJI = {card: f"<:trump_12_the_hanged_man_eh01ab:{10**18 + number}>" for number, card in enumerate(PACK_80)}
RENDERER = bare_renderer(PRESENTER, emoji={"tarot": EMOJI})


async def test_a_lead_with_both_calls_is_a_select_a_suit(tables: Tables) -> None:
    """19 cards with Good and Evil, two calls each, are 21 choices: selects, which say what each call makes count."""
    people = [Person(100 + seat, name) for seat, name in enumerate(WIDE)]
    live = await lobby.open_table(tables, GAMES["conference"], {"hands": 1}, (1, 2), make_actor(people[0]))
    for person in people[1:]:
        await lobby.join(tables, live.id, make_actor(person))
    live, _ = await lobby.start(tables, live.id, make_actor(people[0]))
    assert live.state is not None
    cards = [f"{rank}{suit}" for suit in "EAFW" for rank in ("A", "3", "9", "K")]
    for hand_cards, selects in (
        ([*cards, "4", "GOOD"], 0),
        ([*cards, "4", "GOOD", "EVIL"], 0),
        ([*cards, *"456789", "GOOD", "EVIL"], 5),
    ):
        moves = [
            f"play {card}{call}" for card in hand_cards for call in ((" ours", " yours") if len(card) == 4 else ("",))
        ]  # fmt: skip
        view = {**live.state.view(0), "phase": "play", "moves": moves, "hand": hand_cards}
        results = layouts.hand(live, 0, "Yours", PRESENTER.choices(view), move_tokens(moves), None, EMOJI).parts
        assert_accepted(results)
        parts = [part for part in parts_of(results) if part["type"] == 3]
        assert [select["placeholder"] for select in parts] == ["Earth …", "Air …", "Fire …", "Water …", "Trumps …"][
            :selects
        ]
        if parts:
            assert sum(len(entry["options"]) for entry in parts) == 26
            calls = [option for option in parts[-1]["options"] if "you score" in option["label"]]
            assert len(calls) == 4
            assert all("The others score" in option["description"] for option in calls)
        else:
            rows = [part["components"] for part in parts_of(results) if part["type"] == 1]
            assert sum(len(row) for row in rows) >= 19
