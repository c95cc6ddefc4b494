"""What a list of pads asks of the store: one statement, whatever there is on the pads."""

from __future__ import annotations

from typing import Any

import pytest

from data.pads.records import NewChange, NewPad, PadHand, PadPlayer, PadStatus, PadWrite
from data.store import Store
from tests.data.makers import GUEST, HOST
from tests.support.databases import Place

GUILD = 5


def make_hand(number: int, state: Any = "counts") -> PadHand:
    return PadHand(number, 1, (1,), 0, {"points": [1]}, {"points": [1]}, {"points": [1]}, (1,), state, 0, 0, HOST, "H")


async def test_a_list_has_what_it_says_in_one_statement(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Open ones first, then those changed last; whose they are is said of whoever asks, and who has left is nobody."""
    now = 0
    store = await Store.open(place.database(), clock=lambda: now)
    results: list[int] = []
    players = PadPlayer(1, GUEST, "G", 0), PadPlayer(2, None, "Ann", 1)
    kinds: tuple[tuple[int, int, PadStatus], ...] = (
        *((GUILD, 3, "open"), (GUILD, 0, "finished"), (GUILD, 1, "open"), (GUILD + 1, 1, "open")),
    )
    for number, (guild, hands, status) in enumerate(kinds, 1):
        now = number
        imported = (*(make_hand(index) for index in range(1, hands + 1)), make_hand(hands + 1, "struck"))
        new = NewPad("free", 1, f"Pad {number}", {}, guild, 7, HOST, status=status, imported=imported)
        results.append(await store.pads.create(new, "H", players[: 1 if number == 3 else 2], None, 100))
    pad_players = tuple(PadPlayer(player.number, player.user, player.name, player.place, "left") for player in players)
    await store.pads.write(PadWrite(results[0], 1, 9, NewChange("players", HOST, "H", None), players=pad_players))
    questions: list[Any] = []
    rows = store.pads._query

    async def counted(query: Any) -> Any:
        questions.append(query)
        return await rows(query)

    monkeypatch.setattr(store.pads, "_query", counted)
    listed_pads = await store.pads.of_server(GUILD, GUEST, 10)
    assert len(questions) == 1
    assert [(item.id, item.hands, item.status, item.updated, item.is_own) for item in listed_pads] == [
        (results[0], 3, "open", 9, False),
        (results[2], 1, "open", 3, True),
        (results[1], 0, "finished", 2, True),
    ]
    assert [record.is_own for record in await store.pads.of_server(GUILD, HOST, 2)] == [True, True]
    assert [record.is_own for record in await store.pads.of_server(GUILD, 12345, 10)] == [False] * 3
    await store.close()
