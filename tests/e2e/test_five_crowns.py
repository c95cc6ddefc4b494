"""Five Crowns over the wire: two people and a computer player, from the command to the rematch; and every option."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from bot.tables.commands import play
from bot.tables.model.actor import Actor
from rules.players import players_of
from rules.registry import GAMES
from tests.cogs.games.five_crowns.games import cards_in, known_cards
from tests.support.house import House, Seated, start_house
from tests.support.labels import move_named
from tests.support.messages import alts, buttons, text
from tests.support.moves import find_move_buttons, find_offered_moves, play_id

NORMAL = players_of(GAMES["five_crowns"])["normal"].choose


async def act(house: House, table: Seated, who: str, counter: Counter[str]) -> None:
    """Make the heuristic player's move in a person's hand; the answer shows it, too.

    The board names no card that bystanders may not know, in words or alt text.
    """
    live = await house.live(table)
    assert live.state is not None
    (seat,) = live.state.to_act
    assert live.record.seats[seat].name == who
    move = NORMAL(live.state.view(seat), house.rng)
    counter[move.partition(" ")[0]] += 1
    board = await house.fresh(table)
    public = live.state.view(None)
    assert cards_in(f"{text(board)} {' '.join(alts(board))}") <= known_cards(public)
    hand = await house.hand(who, table)
    if move in {"draw", "take"}:
        answer = await house.click(who, hand, play_id(live, seat, move))
        assert answer["state"] == "update"
        message = answer.get("message") or {}
        assert message["flags"] & 64
        assert f"({'drawn' if move == 'draw' else 'taken'}" in f"{text(message)} {alts(message)}"
        legal = live.state.legal(seat).moves
        assert len(find_move_buttons(message)) == len({move.partition(" ")[2] for move in legal})  # a button a card
        return
    if (out := move.replace("discard ", "out ")) in live.state.legal(seat).moves:  # a button a card
        move = out
    # By its button, or of many cards by its entry in a select; of two cards alike either will do.
    custom_id, values = next(
        button_id for label, button_id in find_offered_moves(hand).items() if move_named(label) == move
    )
    answer = await house.click(who, hand, custom_id, values or None)
    assert answer["state"] == "update"
    did = "You went out with" if move.startswith("out ") else "You discarded"
    message = text(answer.get("message") or {})
    assert did in message or "Deal over: " in message  # at the end the result says it


async def test_two_people_and_a_computer_play_two_deals_to_the_end() -> None:
    """Lobby, turns by the hand, going out, last turns, ledger, score sheet, log, result, rematch."""
    counts: Counter[str] = Counter()
    async with start_house(pictures=True) as house:
        house.check_every = 10
        table = await house.open("Ada", ("Bela",), computers=1, game="fivecrowns", first=3, last=4)

        async def moved(where: Seated, who: str) -> None:
            await act(house, where, who, counts)

        live = await house.play_out(table, act=moved)
        assert live.record.status == "over"
        assert live.state is not None
        totals = live.state.score().totals
        board = await house.fresh(table)
        assert f" with {min(totals)}, the lowest score." in text(board)
        winner = live.record.seats[min(range(3), key=lambda seat: totals[seat])].name
        assert winner in text(board)
        assert [seat.points for seat in live.record.seats] == list(totals)
        sheet = text((await house.press_behind_more("Bela", board, "Scores")).get("message") or {})
        last_line = next(line for line in sheet.splitlines() if line.startswith("Total"))
        assert [int(number) for number in re.findall(r"\+?(\d+)", last_line)] == list(totals)
        log = await house.whole_log("Bela", board)
        assert log.count(" went out: everybody else has one more turn.") == 2
        assert "Rematch" in buttons(board)
        again = text((await house.press("Bela", board, "Rematch")).get("message") or {})
        assert "2 deals from 3 cards to 4" in again
    assert counts["draw"] + counts["take"] == counts["discard"] + counts["out"]
    assert counts["discard"]


TABLES: tuple[dict[str, Any], ...] = ({"first": 3, "last": 3}, {"first": 13, "last": 13}, {})
"""The least, the greatest and the standard value of every option; of several deals one is played."""


@pytest.mark.parametrize("options", TABLES, ids=str)
async def test_a_deal_is_played_with_these_options(options: dict[str, Any]) -> None:
    counts: Counter[str] = Counter()
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), computers=1, game="fivecrowns", **options)

        async def moved(where: Seated, who: str) -> None:
            await act(house, where, who, counts)

        live = await house.play_a_hand(table, act=moved)
        (span,) = await house.store.tables.hands(table.number)
        assert 0 in span.points
        assert live.record.options == GAMES["five_crowns"].resolve(options)
        assert live.record.status == ("over" if options else "playing")


def test_every_value_of_every_option_is_among_these_tables() -> None:
    for name, option in GAMES["five_crowns"].options.items():
        assert {option.low, option.high, option.default} <= {table.get(name, option.default) for table in TABLES}, name


async def test_a_hand_from_before_others_moved_takes_no_card_that_it_does_not_show() -> None:
    """Its button names the card that lay on top then; drawing is not what it was either, for the turn is another."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), game="fivecrowns", first=3, last=3)
        live = await house.live(table)
        assert live.state is not None
        first = live.record.seats[live.state.to_act[0]].name
        seat = live.state.to_act[0]
        hand = await house.hand(first, table)
        old = play_id(live, seat, "take"), play_id(live, seat, "draw")
        assert set(old) <= set(buttons(hand).values())
        while True:  # a turn of each
            state = live.state
            assert state is not None
            chosen = next(move for move in state.legal(state.to_act[0]).moves if move.startswith(("draw", "discard")))
            mover = live.record.seats[state.to_act[0]]
            await play.act(house.services.tables, live.id, chosen, Actor(mover.user or 0, "", None))
            live = await house.live(table)
            assert live.state is not None
            if live.state.to_act == (seat,) and chosen != "draw":
                break
        seq = live.record.seq
        for words in old:
            answer = text((await house.forge(first, hand, words)).get("message") or {})
            assert "That choice is gone." in answer
            assert "Draw, or take the top discard" in answer
            assert (await house.live(table)).record.seq == seq
        assert "You drew a card" in text((await house.press_in_hand(first, table, "Draw")).get("message") or {})


async def test_help_names_the_table_command_and_suggestions_find_the_table() -> None:
    """`/help` and `/table` know the game as any other."""
    async with start_house() as house:
        helped = (await house.command("Ada", "help")).get("message") or {}
        opening = (await house.press("Ada", helped, "Open a table")).get("message") or {}
        assert "Five Crowns" in buttons(opening)
        assert "`/fivecrowns new`" in text(opening)
        table = await house.open("Ada", ("Bela",), game="fivecrowns")
        offered = await house.sandbox.people.autocomplete("Ada", "card-room", "table show", {"table": ""}, "table")
        assert [option["name"] for option in offered] == [f"Five Crowns, table {table.number}: Ada, Bela"]
