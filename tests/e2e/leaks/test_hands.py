"""Over 70 random hands (in the long runs 380) of Voren over the wire nothing shows a card to whom it is hidden."""

from __future__ import annotations

import asyncio
import io
import logging
from random import Random

import pytest

from tests.e2e.harness import house
from tests.e2e.leaks.games import GAMES
from tests.e2e.leaks.players import BYSTANDER, MORE_PEOPLE, Party
from tests.e2e.leaks.watch import DURATION, Watch

SHAPES = [(2, 0), (1, 1), (2, 1), (2, 2), (1, 4), (3, 3), (2, 5), (4, 4), (2, 7), (5, 5)]
"""People and computer players: every number of seats from 2 to 10."""


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("seed", "hands", "tables", "pictures"),
    [
        pytest.param(1, 10, 10, False, id="a", marks=pytest.mark.soak),
        pytest.param(2, 5, 10, False, id="b"),
        pytest.param(3, 17, 10, False, id="c", marks=pytest.mark.soak),
        pytest.param(4, 2, 10, True, id="with pictures"),
        pytest.param(5, 4, 10, True, id="with more pictures", marks=pytest.mark.soak),
    ],
)
async def test_no_payload_file_or_log_line_shows_a_hidden_card(
    seed: int, hands: int, tables: int, pictures: bool, stderr: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Several tables at once; every request, event, file, alt text and log line is searched as it goes out."""
    monkeypatch.setattr("bot.wire.hands.EVERY", 0.2)
    async with house(pictures=pictures, emoji=seed == 2) as here:
        for name in (*MORE_PEOPLE, BYSTANDER):
            here.sandbox.people.add_user(name)
        here.check_every = 10
        watch = Watch(here)
        watch.read(here.store)
        here.tolerate = lambda request: request.status == 404  # hands that make room for newer ones
        logging.getLogger().addHandler(watch)
        here.bot.pace.every = 0.3
        if seed == 2:
            await here.until(
                lambda: (
                    set(GAMES["voren"].faces.emoji)
                    <= {one["name"].rpartition("_eh")[0] for one in here.sandbox.world.emojis.values()}
                ),
                60,
            )
        rng = Random(seed)
        parties = [
            await Party.gather(here, watch, Random(rng.random()), GAMES["voren"], *SHAPES[number % len(SHAPES)], hands)
            for number in range(tables)
        ]
        await asyncio.gather(*(party.play() for party in parties))
        logging.getLogger().removeHandler(watch)
        assert not watch.findings, watch.findings[:10]
        played = sum(live.state.number + 1 for live in here.bot.tables._live.values() if live.state)
        assert played == hands * tables
        for line in stderr.getvalue().splitlines():
            watch.look("standard error", [DURATION.sub("", line)], None, "the operator")
        assert not watch.findings, watch.findings[:10]
        for what in ("requests", "events"):
            assert watch.seen[what] > 1000, watch.seen
        assert watch.seen["files"] > (50 * hands if pictures else 0)
