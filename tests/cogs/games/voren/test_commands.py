"""`/voren new`: what its lobby says of Voren, beside what all lobbies say (contract/test_commands.py)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.registry import GAMES
from tests.support.house import House
from tests.support.wire_tables import CHANNEL, HOST, is_private, said


async def test_a_table_is_opened_for_everybody_to_see_and_says_what_is_played(here: House) -> None:
    answer = await here.command(HOST, "voren new", channel=CHANNEL)
    assert "Each of three tricks wins a third of the pot. Ante: 3." in said(answer)
    assert "4 hands; about" in said(answer)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"ante": 9}, "Ante: 9."),
        ({"hands": 1}, "1 hand; about 3 moves each, 5 minutes"),
        ({"limit": 5}, "A match costs at most 15."),
        ({"no_trump_turnup": "other"}, "A Crown turned up makes its suit trumps."),
        ({"ante": 300, "hands": 100, "limit": 100}, "100 hands; about 340 moves each, 90 minutes together"),
    ],
)
async def test_options_are_told_in_the_lobby_and_kept_with_the_table(
    here: House, options: dict[str, Any], told: str
) -> None:
    turnups = [str(one) for one in GAMES["voren"].options["no_trump_turnup"].allowed]
    options = {name: turnups[-1] if value == "other" else value for name, value in options.items()}
    answer = await here.command(HOST, "voren new", channel=CHANNEL, **options)
    assert told in said(answer)


async def test_an_option_that_the_rules_refuse_opens_nothing_whatever_the_others_are(here: House) -> None:
    """With the sentence of the rules."""
    before = await here.store.numbers(0, 1000)
    answer = await here.command(HOST, "voren new", channel=CHANNEL, limit=1, ante=5)
    assert is_private(answer)
    assert "ante cannot be 5: choose 3 to 300 in steps of 3." in said(answer)
    assert await here.store.numbers(0, 1000) == before
