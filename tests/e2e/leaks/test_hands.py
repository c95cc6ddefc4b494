"""Over random hands of each game over the wire nothing shows a card to whom it is hidden: 25 hands in the quick runs,
over 300 of each game in the long ones.
"""

from __future__ import annotations

import asyncio
import io
import logging
from random import Random
from typing import Any, Final, NamedTuple

import pytest

import bot.tables.commands.hand_views
import bot.tables.model.step
import bot.transport.api.emoji_upload
import bot.ui.table.renderer
from rules.contract import Expects
from rules.shuffle import Draw
from tests.e2e.leaks.games import GAMES
from tests.e2e.leaks.players import BYSTANDER, MORE_PEOPLE, Party
from tests.e2e.leaks.watch import DURATION, Watch
from tests.support.house import House, start_house
from tests.support.needs import ROOT

VOREN: Final = [(2, 0), (1, 1), (2, 1), (2, 2), (1, 4), (3, 3), (2, 5), (4, 4), (2, 7), (5, 5)]
"""People and computer players: every number of seats from 2 to 10."""
CROWNS: Final = [(2, 0), (1, 2), (2, 2), (3, 2), (2, 4), (4, 3)]
"""The same from 2 to 7."""
TAROT: Final = [(3, 0), (1, 2), (2, 1)]
"""The same for Mitigati, which three play."""
ABRACADABRA: Final = [(2, 0), (2, 1), (1, 3), (3, 0), (1, 1), (3, 1)]
"""The same for Abracadabra, from 2 to 4, two with a dummy."""
CONFERENCE: Final = [(4, 0), (2, 2), (1, 3), (3, 1)]
"""The same for Conference, which four play."""
KINDS: Final = (
    {"good_evil": "allegiance"},
    {"good_evil": "trumps", "league": True, "gallowglass": True},
    {"good_evil": "allegiance", "gallowglass": True, "between_hands": "cut"},
    {"good_evil": "none", "between_hands": "cut"},
    {"good_evil": "allegiance", "league": True},
)
"""What is played at the tables of Conference, in turn."""
DECLARED: Final = (
    {},
    {"trump": "declared"},
    {"two_player": "short", "success": "at_least"},
    {"trump": "declared", "two_player": "short"},
    {"success": "at_least"},
)
"""What is played at the tables of Abracadabra, in turn."""
MANY: Final = [(2, 6), (3, 6), (2, 8), (4, 7), (2, 10)]
"""Up to 12, who play with three decks from 9 on (F1.1)."""


class Run(NamedTuple):
    """So many tables of a game, with so many hands each. The first deal of each is of the size in `first`, in turn."""

    game: str
    seed: int
    hands: int
    tables: list[tuple[int, int]]
    first: tuple[int, ...] = ()
    pictures: bool = False
    emoji: bool = False
    kinds: tuple[dict[str, Any], ...] = ({},)
    """Options of the tables besides, in turn."""
    laid: bool = False
    """At every other table the orders are laid so that no copy of a card hides another (tests/e2e/leaks/games)."""

    def options(self, number: int) -> dict[str, Any]:
        """The options of table `number`."""
        if not self.first:
            return {**GAMES[self.game].options(self.hands), **self.kinds[number % len(self.kinds)]}
        first = self.first[number % len(self.first)]
        return {"first": first, "last": first + self.hands - 1}


QUICK: Final = {
    "abracadabra": Run("abracadabra", 31, 1, ABRACADABRA[:2], emoji=True),
    "b": Run("voren", 2, 1, VOREN[::2], emoji=True),
    "with pictures": Run("voren", 4, 1, VOREN[1:6:2], pictures=True),
    "crowns": Run("five_crowns", 6, 1, CROWNS[:3], (3, 4, 6), emoji=True, laid=True),
    "crowns with pictures": Run("five_crowns", 7, 1, [(2, 1)], (3,), pictures=True, laid=True),
    "tarot": Run("mitigati", 14, 1, TAROT[:2], emoji=True),
    "conference": Run("conference", 22, 1, CONFERENCE[:1], emoji=True, kinds=KINDS),
    "conference with pictures": Run("conference", 23, 1, [(2, 2)], pictures=True, kinds=KINDS),
}
LONG: Final = {
    "abracadabra with pictures": Run("abracadabra", 32, 1, [(2, 0)], pictures=True),
    "tarot with pictures": Run("mitigati", 21, 1, [(2, 1)], pictures=True),
    "whole games of abracadabra": Run("abracadabra", 33, 8, ABRACADABRA * 2, emoji=True),
    "many deals of abracadabra": Run("abracadabra", 35, 16, ABRACADABRA * 2, kinds=DECLARED),
    "abracadabra, with more pictures": Run("abracadabra", 34, 3, ABRACADABRA, pictures=True),
    "a": Run("voren", 1, 10, VOREN),
    "more of b": Run("voren", 2, 3, VOREN, emoji=True),
    "c": Run("voren", 3, 17, VOREN),
    "with more pictures": Run("voren", 5, 4, VOREN, pictures=True),
    "whole games of crowns": Run("five_crowns", 9, 11, CROWNS[:4], emoji=True, laid=True),
    "crowns as they are shuffled": Run("five_crowns", 10, 10, CROWNS),
    "crowns for many": Run("five_crowns", 11, 6, [*CROWNS, *MANY], (3, 3, 5), laid=True),
    "long deals, with pictures": Run(
        "five_crowns", 12, 2, [*CROWNS[2:], *MANY[:3]], (12, 10), pictures=True, laid=True
    ),
    "short deals": Run("five_crowns", 13, 6, [*CROWNS * 3, *MANY[:2]], (3, 4), laid=True),
    "whole games of tarot": Run("mitigati", 16, 6, TAROT, emoji=True),
    "tarot hands": Run("mitigati", 17, 9, TAROT * 3),
    "more tarot hands": Run("mitigati", 19, 9, TAROT * 4),
    "many tarot hands": Run("mitigati", 20, 9, TAROT * 3),
    "tarot, with more pictures": Run("mitigati", 18, 6, TAROT, pictures=True),
    "whole games of conference": Run("conference", 24, 4, [*CONFERENCE * 2, *CONFERENCE[1:3]], emoji=True, kinds=KINDS),
    "conference hands": Run("conference", 25, 4, CONFERENCE * 3, kinds=KINDS),
    "more conference hands": Run("conference", 27, 12, CONFERENCE * 2, kinds=KINDS),
    "many conference hands": Run("conference", 28, 12, [*CONFERENCE[2:], *CONFERENCE, *CONFERENCE[:2]], kinds=KINDS),
    "conference, with more pictures": Run("conference", 26, 8, CONFERENCE, pictures=True, kinds=KINDS),
}
"""Of Voren these are 310 hands, of Five Crowns 304, of Mitigati 306, of Conference 312, and of Abracadabra 306 besides
those that are void.
"""


BACK: Final = (
    Run("voren", 41, 2, [(3, 0)]),
    Run("five_crowns", 42, 2, [(2, 1)], (3,), laid=True),
    Run("mitigati", 43, 1, [(3, 0)]),
    Run("abracadabra", 44, 1, [(3, 0)]),
    Run("conference", 45, 1, [(2, 2)]),
)
"""Few tables, for it is told with nearly every press."""


async def wait_until_uploaded(house: House, game: str) -> None:
    """Wait until the faces of a game are emoji."""
    wanted = set(GAMES[game].faces.emoji)

    def find_message() -> bool:
        return wanted <= {emoji["name"].rpartition("_eh")[0] for emoji in house.sandbox.world.emojis.values()}

    await house.until(find_message, 60)


@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    "run",
    [
        *(pytest.param(run, id=name) for name, run in QUICK.items()),
        *(pytest.param(run, id=name, marks=pytest.mark.soak) for name, run in LONG.items()),
    ],
)
async def test_no_payload_file_or_log_line_shows_a_hidden_card(
    run: Run, stderr: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Several tables at once; every request, event, file, alt text and log line is searched as it goes out."""
    await play_and_search(run, stderr, monkeypatch)


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("run", [pytest.param(run, id=run.game) for run in BACK])
async def test_nor_does_what_those_are_told_who_come_back(
    run: Run, stderr: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every look is one after a day: what happened since the one before is told above the cards."""
    monkeypatch.setattr(bot.tables.commands.hand_views, "AWAY_AFTER_MS", 0)
    texts, in_words = list[str](), bot.ui.table.renderer.recap_text

    def noted(*args: Any) -> str:
        texts.append(in_words(*args))
        return texts[-1]

    monkeypatch.setattr(bot.ui.table.renderer, "recap_text", noted)
    await play_and_search(run, stderr, monkeypatch)
    assert sum("**Since you were here**" in text for text in texts) > 10


async def play_and_search(run: Run, stderr: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play these tables, and search all that goes out."""
    rng, game = Random(run.seed), GAMES[run.game]
    if run.laid:
        order_for = bot.tables.model.step.order_for

        def laid(draw: Draw, expects: Expects) -> list[str]:
            drawn = order_for(draw, expects)
            return game.laid(drawn, rng) if int(draw.table) % 2 else drawn

        monkeypatch.setattr(bot.tables.model.step, "order_for", laid)
    # No table of another game is there to show another pack, whose faces take longer to upload than a hand to play.
    monkeypatch.setattr(bot.transport.api.emoji_upload, "packs", lambda: (game.faces.pack,))
    async with start_house(pictures=run.pictures, emoji=run.emoji) as house:
        for name in (*MORE_PEOPLE, BYSTANDER):
            house.sandbox.people.add_user(name)
        house.check_every, house.forgetful = 10, True
        watch = Watch(house)
        watch.read(house.store)
        house.tolerate = lambda request: request.status == 404  # hands that make room for newer ones
        logging.getLogger().addHandler(watch)
        # Each edit is searched for everybody: a burst of moves is one.
        monkeypatch.setattr("bot.scheduler.scheduler.BATCH_DELAY_SECONDS", 0.05)
        monkeypatch.setattr("bot.transport.interactions.hand_messages.EDIT_SECONDS", 0.2)
        house.services.rate_limits.edit_seconds = 0.3
        if run.emoji:
            await wait_until_uploaded(house, run.game)
        parties = [
            await Party.gather(house, watch, Random(rng.random()), game, *shape, run.options(number))
            for number, shape in enumerate(run.tables)
        ]
        await asyncio.gather(*(party.play() for party in parties))
        logging.getLogger().removeHandler(watch)
        assert not watch.findings, watch.findings[:10]
        assert not watch.doubtful, watch.doubtful[:10]
        played = sum(live.state.number + 1 for live in house.services.tables._live.values() if live.state)
        wanted = run.hands * len(run.tables)
        assert played == wanted or (run.game == "abracadabra" and played > wanted)  # a void deal is dealt anew (A4.2)
        for line in stderr.getvalue().splitlines():
            watch.look("standard error", [DURATION.sub("", line)], None, "the operator")
        assert not watch.findings, watch.findings[:10]
        # A hand in which all but one fold takes few requests, fewer still where refreshes fall together.
        for what, least in (("requests", 10), ("events", 20)):
            assert watch.seen[what] > least * played, watch.seen
        if run.pictures or played > 100:  # of a few hands without pictures nobody may ask for a file
            assert watch.seen["files"] > (5 * played if run.pictures else 0)


def test_every_game_with_tables_is_searched() -> None:
    """A game that has a cog is known to the search."""
    packages = {path.parent.name for path in (ROOT / "cogs/games").glob("*/presenter.py")}
    assert packages == set(GAMES)
