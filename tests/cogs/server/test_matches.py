"""`/match` over the wire: boards in order, one try each, and nobody sees a result of a board before their own."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.people.bans import BANNED_TEXT
from bot.search.search_processes import Chosen, SearchProcesses
from bot.tables.commands import matches, play
from bot.tables.model.table_state import TableState
from bot.tables.services.integrity_check import check_all
from cogs.server.matches import MANAGERS_ONLY, NO_MATCHES, NOT_ORGANISER
from data.deals.records import GRACE_MS, MATCH_MS, Match
from data.tables.work import WorkKind
from rules.contract import Game, View
from rules.players import player_of
from rules.shuffle import commitment
from tests.cogs.tries import find_newest_try, play_newest_try, read_packs, wait_for_message
from tests.support.house import House
from tests.support.messages import Json, buttons, text
from tests.support.wire_tables import (
    BYSTANDER,
    CHANNEL,
    HOST,
    MODERATOR,
    OTHER,
    SEATED,
    find_actor,
    person,
    response_text,
    start_room,
)

HEADING = "## Match "
OWNER = HOST
PLAY_BUTTON, BOARDS_BUTTON, OPEN_BUTTON, END_BUTTON = "Play", "My boards", "Open match", "End match"


@pytest.fixture(autouse=True)
def use_quick_computers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let computer players of tries move by rules of thumb, always the same in the same place."""

    async def choose(_: SearchProcesses, game: Game, view: View, seed: int) -> Chosen:
        return Chosen(player_of(game).choose(view, Random(seed)), "strong", 1)

    monkeypatch.setattr(SearchProcesses, "choose_for_try", choose)


async def open_match(house: House, *, boards: int = 4, game: str = "mitigati", **options: Any) -> Match:
    """Open a match; return it once it is posted."""
    await house.meant(MODERATOR, "match open", OPEN_BUTTON, CHANNEL, game=game, boards=boards, **options)
    await house.until(lambda: list_match_messages(house))
    await house.wait_until_settled(WorkKind.MATCH)
    return await find_newest_match(house)


async def find_newest_match(house: House) -> Match:
    return (await house.store.matches.of_server(int(house.sandbox.world.guild_id)))[0]


def list_match_messages(house: House) -> list[Json]:
    """Return the messages of matches that stand in the room for all."""
    results = house.sandbox.people.messages(MODERATOR, CHANNEL)
    return [message for message in results if HEADING in text(message) and not message["flags"] & 64]


def find_match_message(house: House) -> Json:
    """Return the one message of a match."""
    (message,) = list_match_messages(house)
    return message


async def begin_board(house: House, who: str) -> Json:
    """Press *Play*; return the hand, or somebody's boards."""
    return await wait_for_message(house, who, await house.press(who, find_match_message(house), PLAY_BUTTON))


async def play_board(house: House, who: str) -> TableState:
    """Play the try that somebody has begun to its end: badly as the moderator, well as others. Return its table."""
    attempt = await play_newest_try(house, who, badly=who == MODERATOR)
    await house.wait_until_settled(WorkKind.COUNT_TRY, WorkKind.MATCH)
    return attempt


async def play_boards(house: House, who: str, boards: int) -> list[TableState]:
    """Begin so many boards by the button and play them to their ends; return their tables."""
    attempts = list[TableState]()
    for _ in range(boards):
        await begin_board(house, who)
        attempts.append(await play_board(house, who))
    return attempts


async def read_boards(house: House, who: str) -> str:
    """Return what *My boards* says to somebody."""
    return response_text(await house.press(who, find_match_message(house), BOARDS_BUTTON))


def format_points(attempt: TableState) -> str:
    """Return the points of a try, as the bot writes them."""
    return str(attempt.record.seats[0].points).replace("-", "\u2212")


async def end_match(house: House, match: Match) -> None:
    """Let the match end. A hand message cannot be edited once the clock was set forward."""
    house.tolerate = lambda request: request.status == 401
    await house.turn((match.closes + GRACE_MS - house.services.clock()) / 1000 + 1)
    await wait_until_closed(house)


async def wait_until_closed(house: House) -> None:
    """Wait until the match is closed and its message shows it."""

    async def is_closed() -> bool:
        return (await find_newest_match(house)).closed is not None

    await house.until(is_closed)
    await house.wait_until_settled(WorkKind.CLOSE_DEALS, WorkKind.MATCH)


async def test_match_opened_by_managers_states_its_end_and_card_commitment() -> None:
    async with start_room() as house:
        assert MANAGERS_ONLY in response_text(await house.command(BYSTANDER, "match open", CHANNEL, game="mitigati"))
        organiser = person(house, SEATED).id
        match = await open_match(house, boards=5, organiser=str(organiser))
        assert match.closes - match.boards[0].opens == MATCH_MS
        assert (len(match.boards), match.organiser) == (5, organiser)
        assert {board.plan.dealer for board in match.boards} == {0, 1, 2}
        message = text(find_match_message(house))
        assert f"Match {match.id}: Mitigati, 5 boards" in message
        assert f"Organiser: <@{organiser}>" in message
        assert f"It ends <t:{match.closes // 1000}:f>" in message
        assert commitment(match.secret) in message
        assert match.secret.hex() not in message
        match_list = response_text(await house.command(BYSTANDER, "match list", CHANNEL))
        assert f"**{match.id}** Mitigati, 5 boards" in match_list


async def test_boards_come_in_order_with_the_same_cards_for_everybody() -> None:
    async with start_room() as house:
        match = await open_match(house)
        lives = await play_boards(house, BYSTANDER, 2)
        other_tries = await play_boards(house, OTHER, 1)
        assert await read_packs(house, lives[0]) == await read_packs(house, other_tries[0])
        assert await read_packs(house, lives[0]) != await read_packs(house, lives[1])
        deals = [
            attempt.record.settings["attempt"]["deal"] for attempt in lives if "attempt" in attempt.record.settings
        ]
        assert deals == [board.id for board in match.boards[:2]]
        assert lives[1].name == f"Mitigati, board 2 of match {match.id}"
        assert "2 people have finished at least one board, 0 of them all boards." in text(find_match_message(house))
        faults = list[str]()
        await check_all(house.store, faults.append)
        assert not faults


async def test_a_board_is_begun_once_and_goes_on_where_it_was_left_over_a_restart() -> None:
    async with start_room() as house:
        await open_match(house)
        hand = await begin_board(house, BYSTANDER)
        assert "Board 1 of 4. The match ends" in text(hand)
        number = (await find_newest_try(house, BYSTANDER)).id
        await house.restart()
        second_message = await begin_board(house, BYSTANDER)
        assert second_message["flags"] & 64
        assert (await find_newest_try(house, BYSTANDER)).id == number
        assert "1\\. begun\n3 boards not played." in await read_boards(house, BYSTANDER)
        assert len(list_match_messages(house)) == 1


async def test_next_board_takes_the_place_of_the_finished_hand_and_ends_with_the_last() -> None:
    async with start_room() as house:
        await open_match(house)
        await play_boards(house, BYSTANDER, 3)
        page = (await house.press(BYSTANDER, find_match_message(house), BOARDS_BUTTON)).get("message") or {}
        hand = await wait_for_message(house, BYSTANDER, await house.press(BYSTANDER, page, "Play board 4"))
        assert hand["id"] == page["id"]
        assert "Board 4 of 4." in text(hand)
        await play_board(house, BYSTANDER)
        message = await begin_board(house, BYSTANDER)
        assert "Ranking so far" in text(message)
        assert not buttons(message)


async def test_the_end_of_a_board_leads_to_the_next() -> None:
    async with start_room() as house:
        await open_match(house)
        hand = await begin_board(house, BYSTANDER)
        await play_board(house, BYSTANDER)
        await house.until(lambda: "Next board" in buttons(house.sandbox.people.message(BYSTANDER, hand)))
        hand = house.sandbox.people.message(BYSTANDER, hand)
        assert "*My boards* shows your percentage." in text(hand)
        following = await wait_for_message(house, BYSTANDER, await house.press(BYSTANDER, hand, "Next board"))
        assert following["id"] == hand["id"]
        assert "Board 2 of 4." in text(following)


async def test_board_results_appear_after_ones_own_try_ranking_after_the_last() -> None:
    async with start_room() as house:
        await open_match(house)
        lives = await play_boards(house, BYSTANDER, 4)
        assert "4 boards not played." in await read_boards(house, MODERATOR)
        assert "Ranking" not in (await read_boards(house, MODERATOR)).replace("You see the ranking", "")
        await begin_board(house, MODERATOR)
        page = await read_boards(house, MODERATOR)
        assert "compared" not in page
        assert BYSTANDER not in page
        moderators_try = await play_board(house, MODERATOR)
        page = await read_boards(house, MODERATOR)
        assert f"1\\. **{format_points(moderators_try)}** · " in page
        assert "compared with 1 other" in page
        assert BYSTANDER not in page
        own_boards = await read_boards(house, BYSTANDER)
        assert f"1\\. **{format_points(lives[0])}** · " in own_boards
        assert f"2\\. **{format_points(lives[1])}** · nobody to compare with yet" in own_boards
        assert f"**{MODERATOR}** " in own_boards
        assert " · 1 board" in own_boards


async def test_it_ends_with_a_ranking_the_secret_and_both_lines_of_the_widest_board() -> None:
    async with start_room() as house:
        match = await open_match(house)
        await play_boards(house, BYSTANDER, 4)
        await play_boards(house, MODERATOR, 2)
        await begin_board(house, MODERATOR)
        live = await find_newest_try(house, MODERATOR)
        await end_match(house, match)
        message = find_match_message(house)
        assert "The match is over." in text(message)
        assert f"**{BYSTANDER}** " in text(message)
        assert f"**{MODERATOR}** " in text(message)
        assert match.secret.hex() in text(message)
        assert "Largest spread: board " in text(message)
        await house.until(lambda: live.record.status == "ended")
        replays = [label for label in buttons(message) if label.startswith("Replay: ")]
        assert sorted(replays) == sorted([f"Replay: {BYSTANDER}", f"Replay: {MODERATOR}"])
        for label in replays:
            answer = await house.press(OTHER, message, label)
            assert "of match" in response_text(answer), response_text(answer)
        assert "2 boards not played." in await read_boards(house, MODERATOR)
        assert "Ranking" in await read_boards(house, OTHER)


async def test_a_try_ends_with_the_match() -> None:
    async with start_room() as house:
        match = await open_match(house)
        await begin_board(house, BYSTANDER)
        posted = find_match_message(house)
        house.sandbox.advance((match.closes - house.services.clock()) / 1000 + 1)  # before its close
        attempt = await find_newest_try(house, BYSTANDER)
        with pytest.raises(Exception, match="over, so this board does not count"):
            await play.act(house.services.tables, attempt.id, "pass", find_actor(house, BYSTANDER))
        late_answer = await wait_for_message(house, OTHER, await house.press(OTHER, posted, PLAY_BUTTON))
        assert "4 boards not played." in text(late_answer)
        assert not buttons(late_answer)


async def test_its_organiser_and_managers_end_it_and_it_stands_in_the_log() -> None:
    async with start_room() as house:
        match = await open_match(house, organiser=str(person(house, SEATED).id))
        assert NOT_ORGANISER in response_text(await house.command(BYSTANDER, "match end", CHANNEL))
        forged = await house.forge(BYSTANDER, await open_private_message(house, BYSTANDER), f"eh:end_match:{match.id}")
        assert NOT_ORGANISER in response_text(forged)
        await house.meant(SEATED, "match end", END_BUTTON, CHANNEL)
        await wait_until_closed(house)
        assert "there is no ranking" in text(find_match_message(house))
        assert matches.MATCH_ENDED in response_text(await house.command(MODERATOR, "match end", CHANNEL))
        log = response_text(await house.command(MODERATOR, "moderate log", CHANNEL))
        assert f"{SEATED} ended a match: match {match.id}" in log


async def open_private_message(house: House, who: str) -> Json:
    """Return a private message of somebody."""
    return (await house.command(who, "match list", CHANNEL)).get("message") or {}


async def test_only_a_manager_opens_one_whatever_the_button_says() -> None:
    async with start_room() as house:
        message, who = await open_private_message(house, BYSTANDER), person(house, BYSTANDER).id
        assert MANAGERS_ONLY in response_text(await house.forge(BYSTANDER, message, f"eh:open_match:mitigati:4:{who}"))
        message = await open_private_message(house, MODERATOR)
        for wrong in ("five_crowns:4:1", "mitigati:3:1", "mitigati:17:1", "mitigati:4:x", "mitigati", ""):
            assert NO_MATCHES in response_text(await house.forge(MODERATOR, message, f"eh:open_match:{wrong}")), wrong
        assert not await house.store.matches.of_server(int(house.sandbox.world.guild_id))


async def test_so_many_matches_are_open_in_a_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "MAX_OPEN", 1)
    async with start_room() as house:
        await open_match(house)
        assert matches.TOO_MANY in response_text(await house.command(MODERATOR, "match open", CHANNEL, game="voren"))


@pytest.mark.parametrize("game", ["conference", "abracadabra", "voren"])
async def test_boards_of_other_games(game: str) -> None:
    async with start_room() as house:
        await open_match(house, game=game)
        (live,), (other_try,) = await play_boards(house, BYSTANDER, 1), await play_boards(house, OTHER, 1)
        assert live.record.status == other_try.record.status == "over"
        assert (await read_packs(house, live))[0] == (await read_packs(house, other_try))[0]


async def test_who_is_banned_from_tables_does_not_play() -> None:
    async with start_room() as house:
        await open_match(house)
        await house.meant(MODERATOR, "moderate ban", "Ban", CHANNEL, member=str(person(house, BYSTANDER).id))
        assert BANNED_TEXT in response_text(await house.press(BYSTANDER, find_match_message(house), PLAY_BUTTON))


async def test_who_deletes_their_data_goes_on_with_the_next_board_and_has_no_second_try() -> None:
    async with start_room() as house:
        match = await open_match(house)
        await play_boards(house, BYSTANDER, 1)
        await house.meant(BYSTANDER, "privacy delete", "Delete my data", CHANNEL)
        assert "1\\. not finished" in await read_boards(house, BYSTANDER)
        await begin_board(house, BYSTANDER)
        attempt = (await find_newest_try(house, BYSTANDER)).record.settings.get("attempt")
        assert attempt is not None
        assert attempt["deal"] == match.boards[1].id


async def test_a_match_of_a_channel_that_somebody_cannot_see_is_not_there_for_them() -> None:
    async with start_room() as house:
        match = await open_match(house)
        hidden = house.sandbox.world.channels[house.sandbox.people.channel(CHANNEL)["id"]]
        everybody = {"id": house.sandbox.world.guild_id, "type": 0, "allow": "0", "deny": str(1 << 10)}
        hidden.data["permission_overwrites"] = [everybody]
        house.sandbox.world.channel_updated(hidden)
        match_list = await house.command(BYSTANDER, "match list", channel="parlour")
        assert "There is none." in response_text(match_list)
        assert matches.MATCH_GONE in response_text(await house.command(BYSTANDER, "match show", channel="parlour"))
        for verb in ("play_next_board", "show_match_boards", "end_match"):
            forged = await house.forge(BYSTANDER, match_list.get("message") or {}, f"eh:{verb}:{match.id}")
            assert matches.MATCH_GONE in response_text(forged), verb


async def test_a_match_of_another_server_is_none() -> None:
    async with start_room() as house:
        match = await open_match(house)
        await house.execute("UPDATE deals SET guild = guild + 1 WHERE match_id = ?", match.id)
        for verb in ("play_match", "show_match_boards"):
            forged = await house.forge(BYSTANDER, find_match_message(house), f"eh:{verb}:{match.id}")
            assert matches.MATCH_GONE in response_text(forged), verb


async def test_a_match_whose_channel_is_deleted_ends_all_the_same() -> None:
    async with start_room() as house:
        match = await open_match(house)
        await play_boards(house, BYSTANDER, 1)
        house.tolerate = lambda request: request.status in {401, 403, 404}
        house.sandbox.people.delete_channel(MODERATOR, house.sandbox.people.channel(CHANNEL)["id"])
        await house.turn((match.closes + GRACE_MS - house.services.clock()) / 1000 + 1)
        await wait_until_closed(house)
        (result,) = await house.store.deals.results([board.id for board in match.boards], match.guild)
        assert result.name == BYSTANDER
        answer = await house.command(MODERATOR, "match show", channel="parlour")
        assert "The match is over." in response_text(answer)
