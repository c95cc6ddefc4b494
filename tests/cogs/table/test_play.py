"""A table in play: who may press what, at the right time and too late."""

from __future__ import annotations

import asyncio
import re
from typing import Final

import pytest

from bot.app.router import MISPLACED_TEXT
from bot.tables.model.seats import TABLE_ENDED
from bot.tables.services.tables import FROZEN_TEXT
from bot.ui.table.story import LAST_CARD_PLAYED
from cogs.table.play import FORCED_MOVE_MADE
from data.tables.events import EventKind
from tests.cogs.hands import open_hand
from tests.support.messages import buttons, text
from tests.support.moves import find_move_buttons
from tests.support.wire_tables import (
    BYSTANDER,
    CHANNEL,
    EVERYBODY,
    HOST,
    MODERATOR,
    OTHER,
    SEATED,
    board,
    confirm_in_private,
    end_table,
    find_answer_buttons,
    find_awaited,
    find_waiting,
    is_private,
    note,
    person,
    play_hand_out,
    read_event_kinds,
    response_text,
    set_up_table,
    start_room,
)

NO_SEAT: Final = "You have no seat"


async def test_a_hand_is_shown_to_its_own_player_alone() -> None:
    """To each who sits there their own, privately, with the moves of whose turn it is; to nobody else any."""
    async with start_room() as house:
        live = await set_up_table(house)
        message: dict[str, str] = {}
        for who in EVERYBODY:
            answer = await house.press(who, board(house, live), "My hand")
            assert is_private(answer), who
            if who in {HOST, SEATED}:
                message[who] = response_text(answer)
                assert "Your hand" in response_text(answer)
                assert bool(find_move_buttons(answer.get("message") or {})) == (who == find_awaited(live)), who
            else:
                assert NO_SEAT in response_text(answer), who
                assert not find_answer_buttons(answer)
        assert message[HOST] != message[SEATED]


async def test_only_the_player_whose_turn_it_is_moves() -> None:
    """Also where somebody presses the button of another's hand; the board has no moves, and takes none."""
    async with start_room() as house:
        live = await set_up_table(house)
        who, events_before = find_awaited(live), await read_event_kinds(house, live)
        hand = await open_hand(house, live, who)
        deal = find_move_buttons(hand)["Deal"]
        assert not find_move_buttons(board(house, live))
        for other in (find_waiting(live), BYSTANDER, MODERATOR):
            answer = await house.forge(other, await note(house, live, other), deal)
            refusal = "It is not your turn now" if other == find_waiting(live) else NO_SEAT
            assert refusal in response_text(answer), other
            assert is_private(answer)
        for other in (who, find_waiting(live), BYSTANDER, MODERATOR):
            answer = await house.forge(other, board(house, live), deal)
            assert response_text(answer) == MISPLACED_TEXT, other
            assert is_private(answer)
        assert await read_event_kinds(house, live) == events_before
        assert "You dealt" in response_text(await house.click(who, hand, deal))


async def test_next_hand_is_dealt_only_by_seated_players() -> None:
    async with start_room() as house:
        for who in EVERYBODY:
            live = await set_up_table(house, "waiting")
            dealt = (await read_event_kinds(house, live)).count("chance")
            answer = await house.press(who, board(house, live), "Next hand")
            assert is_private(answer)
            if who in {HOST, SEATED}:
                assert "The next hand begins." in response_text(answer), who
                assert (await read_event_kinds(house, live)).count("chance") == dealt + 1
            else:
                assert NO_SEAT in response_text(answer), who
                assert (await read_event_kinds(house, live)).count("chance") == dealt


async def test_a_button_next_hand_of_an_earlier_hand_deals_nothing() -> None:
    """It belongs to the hand that was over then: pressed while the next one is played, and when that is over too."""
    async with start_room() as house:
        live = await set_up_table(house, "waiting", hands=3)
        old = buttons(board(house, live))["Next hand"]
        await house.press(HOST, board(house, live), "Next hand")
        events_before = await read_event_kinds(house, live)
        for _ in range(2):
            answer = await house.forge(SEATED, board(house, live), old)
            assert "That hand is already dealt" in response_text(answer)
            assert "Your hand" in response_text(answer) or "Last hand" in response_text(answer)
            assert await read_event_kinds(house, live) == events_before
            await play_hand_out(house, live)
            assert live.awaits_deal()
            events_before = await read_event_kinds(house, live)
        await house.services.board.refresh(live)
        fresh = await house.press(SEATED, board(house, live), "Next hand")
        assert "The next hand begins." in response_text(fresh)


async def test_two_press_next_hand_at_the_same_instant_and_one_hand_is_dealt() -> None:
    async with start_room() as house:
        live = await set_up_table(house, "waiting", hands=3)
        dealt = (await read_event_kinds(house, live)).count("chance")
        board_message = board(house, live)
        answers = await asyncio.gather(*(house.press(who, board_message, "Next hand") for who in (HOST, SEATED)))
        assert sorted("already dealt" in response_text(outcome) for outcome in answers) == [False, True]
        assert (await read_event_kinds(house, live)).count("chance") == dealt + 1


READ: Final = {"Scores", "Rules", "Options and seats", "Check the shuffles"}
OWN: Final = {"Mute this table", "Find a substitute", "Leave"}
SHARED: Final = {"Pause", "Replace a player", "End the table"}


async def test_more_offers_leaving_to_those_who_sit_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """And showing the table to everybody; a moderator may end it. What it offers works."""
    async with start_room() as house:
        live = await set_up_table(house, people=(HOST, SEATED, OTHER))
        for who in EVERYBODY[:2]:
            answer = await house.press(who, board(house, live), "More")
            assert set(find_answer_buttons(answer)) == {"Post the table here", *READ, *OWN, *SHARED}, who
            headings = re.findall(r"^\*\*(.+)\*\*$", response_text(answer), re.MULTILINE)
            assert headings == ["Look up", "Your seat", "The table"]
            assert "`/" not in response_text(answer)
        for who, besides in ((BYSTANDER, set[str]()), (MODERATOR, {"Replace a player", "End the table"})):
            answer = await house.press(who, board(house, live), "More")
            assert set(find_answer_buttons(answer)) == {"Post the table here", *READ, *besides}, who
            assert is_private(answer)
            page = await house.press(who, answer.get("message") or {}, "Post the table here")
            assert response_text(page) == "Here it is."
            for custom_id in (f"eh:ask_to_leave:{live.id}", f"eh:leave_table:{live.id}:1"):
                refused = await house.forge(who, answer.get("message") or {}, custom_id)
                assert NO_SEAT in response_text(refused), (who, custom_id)
        more = (await house.press(SEATED, board(house, live), "More")).get("message") or {}
        question = await house.press(SEATED, more, "Leave")
        assert f"Leave Voren, table {live.id}?" in response_text(question)
        assert [seat.kind for seat in live.record.seats] == ["person"] * 3
        assert "A computer plays on in your seat." in response_text(
            await confirm_in_private(house, SEATED, question, "Leave")
        )
        assert [seat.kind for seat in live.record.seats] == ["person", "computer", "person"]


async def test_more_menu_acts_or_opens_its_form() -> None:
    """Scores, rules, options and seats, the proof, a pause, an end; no command is typed."""
    async with start_room() as house:
        live = await set_up_table(house, "waiting", people=(HOST, SEATED), hands=3, waits_for=HOST)
        await house.services.board.refresh(live)
        more = (await house.press(SEATED, board(house, live), "More")).get("message") or {}
        for label, says in (
            ("Scores", "Total"),
            ("Rules", "page 1 of"),
            ("Replay a hand", "Replay"),
            ("Save as file", "as a file"),
            ("Check the shuffles", "2 of 2 draws were fair."),
            ("Find a substitute", "Offer your seat"),
            ("End the table", "End Voren, table"),
            ("Leave", "Leave Voren, table"),
        ):
            answer = await house.press(SEATED, more, label)
            assert says in response_text(answer), label
            assert is_private(answer), label
        answer_text = response_text(await house.press(SEATED, more, "Options and seats"))
        assert f"1. {HOST} (host)\n2. {SEATED}\n**Options**\n" in answer_text
        assert "Hands: 3" in answer_text
        assert "You asked to pause Voren" in response_text(await house.press(SEATED, more, "Pause"))


async def test_more_leads_to_another_players_seat() -> None:
    """A player chooses whose and how; a moderator without a seat only frees it; nobody replaces themselves."""
    async with start_room() as house:
        live = await set_up_table(house, people=(HOST, SEATED, OTHER), waits_for=HOST)
        more = (await house.press(SEATED, board(house, live), "More")).get("message") or {}
        whom = await house.press(SEATED, more, "Replace a player")
        assert set(find_answer_buttons(whom)) == {HOST, OTHER}
        how = await house.press(SEATED, whom.get("message") or {}, HOST)
        assert how["state"] == "update"
        assert set(find_answer_buttons(how)) == {"A substitute", "A computer player"}
        offer = await house.press(SEATED, how.get("message") or {}, "A substitute")
        assert f"Offer {HOST}'s seat at Voren, table {live.id} to a substitute?" in response_text(offer)
        early = await house.press(SEATED, how.get("message") or {}, "A computer player")
        assert "You can give the seat away after a day without a move" in response_text(early)
        own_seat_page = await house.forge(SEATED, whom.get("message") or {}, f"eh:ask_who_plays_on:{live.id}:1")
        assert response_text(own_seat_page) == "This button no longer works."
        more = (await house.press(MODERATOR, board(house, live), "More")).get("message") or {}
        whom = await house.press(MODERATOR, more, "Replace a player")
        assert set(find_answer_buttons(whom)) == {HOST, SEATED, OTHER}
        answer = await house.press(MODERATOR, whom.get("message") or {}, OTHER)
        assert f"Free the seat of {OTHER} at Voren" in response_text(answer)


async def test_more_offers_a_computer_players_seat_to_those_without_one() -> None:
    """Each with its name; to those who sit there none, and nobody's where the table has none or is over."""
    async with start_room() as house:
        live = await set_up_table(house, people=(HOST, SEATED, OTHER))
        for who in (SEATED, OTHER):
            await confirm_in_private(
                house, who, await house.command(who, "table leave", channel=CHANNEL, table=live.id), "Leave"
            )
        seats = {"Play in Ambrose's seat", "Play in Beatrix's seat"}
        for who in (BYSTANDER, SEATED, HOST):
            answer = await house.press(who, board(house, live), "More")
            assert set(find_answer_buttons(answer)) & seats == (set() if who == HOST else seats), who
        await end_table(house, live)
        assert not set(find_answer_buttons(await house.press(BYSTANDER, board(house, live), "More"))) & seats


async def test_a_table_that_discord_does_not_take_just_now_comes_down_later() -> None:
    """Whoever asked for it hears that nothing is wrong with the bot; the next one to ask finds it there, once."""
    async with start_room() as house:
        live = await set_up_table(house)
        house.sandbox.faults.add("status", status=503, method="POST", path="/channels/", after=True)
        answer = await house.command(SEATED, "table show", channel=CHANNEL, table=live.id)
        assert "Discord does not answer. The table will be here soon." in response_text(answer)
        assert "Here it is" in response_text(await house.command(SEATED, "table show", channel=CHANNEL, table=live.id))
        await house.until(lambda: len(house.boards(live.id)) == 1)


async def test_a_table_that_is_over_offers_its_log_and_a_rematch() -> None:
    """To everybody the log, page by page; nobody leaves what is over."""
    async with start_room() as house:
        live = await set_up_table(house, "over")
        assert {"Log", "Rematch", "More"} == set(buttons(board(house, live)))
        log = await house.press(BYSTANDER, board(house, live), "Log")
        assert "Log of" in response_text(log)
        assert is_private(log)
        more = await house.press(HOST, board(house, live), "More")
        assert "has ended" in response_text(more)
        assert {"Scores", "Rules"} <= set(find_answer_buttons(more))
        assert "Leave" not in find_answer_buttons(more)
        for verb, message, expected in (
            ("ask_to_leave", await note(house, live, HOST), TABLE_ENDED),
            ("agree", board(house, live), TABLE_ENDED),
        ):
            answer = await house.forge(HOST, message, f"eh:{verb}:{live.id}")
            assert response_text(answer) == expected, verb
        hand = await house.press(BYSTANDER, board(house, live), "More")
        assert "Your hand" not in text(hand.get("message") or {})


async def test_a_hand_of_a_table_that_is_over_leads_on() -> None:
    """To its log, its scores and the rules, and back; there is nothing to refresh any more."""
    async with start_room() as house:
        live = await set_up_table(house, hands=1)
        hand = await open_hand(house, live, HOST)
        await play_hand_out(house, live)
        await house.until(lambda: house.hands_are_fresh(live))
        over = house.sandbox.people.message(HOST, hand)
        leads_to = {"Rematch", "Review", "Log", "Scores", "Rules", "Beat this deal"}
        assert set(buttons(over)) == leads_to
        for label, expected in (("Log", "Log of"), ("Scores", "Scores of"), ("Rules", "**The idea.**")):
            answer = await house.press(HOST, over, label)
            assert expected in response_text(answer)
            assert is_private(answer)
            back = await house.press(HOST, answer.get("message") or {}, "Back to my hand")
            assert set(find_answer_buttons(back)) == leads_to


async def test_mover_reads_of_the_automatic_move_that_follows() -> None:
    """A last card after the last but one: nobody pressed it."""
    async with start_room() as house:
        live = await set_up_table(house, hands=1)
        number = 0
        while live.record.status == "playing":
            who = find_awaited(live)
            hand = await open_hand(house, live, who)
            before = live.record.seq
            answer = response_text(await house.press(who, hand, next(iter(find_move_buttons(hand)))))
            seat = live.seat_of(person(house, who).id)
            more = [
                event
                for event in await house.store.tables.log(live.id, before)
                if event.kind == EventKind.MOVE and event.seat == seat
            ]
            assert any(words in answer for words in (FORCED_MOVE_MADE, LAST_CARD_PLAYED)) is (len(more) > 1), answer
            number += len(more) > 1
        assert number


async def test_a_frozen_table_says_that_it_is_frozen_and_not_that_it_is_over() -> None:
    """Whoever asks for more, for their hand, or to leave."""
    async with start_room() as house:
        live = await set_up_table(house)
        hand = await open_hand(house, live, find_awaited(live))
        deal = find_move_buttons(hand)["Deal"]
        await house.services.tables._freeze(live)
        for verb in ("show_more", "ask_to_leave", "agree"):
            message = await note(house, live, HOST) if verb == "ask_to_leave" else board(house, live)
            answer = await house.forge(HOST, message, f"eh:{verb}:{live.id}")
            assert FROZEN_TEXT in response_text(answer), verb
            assert "has ended" not in response_text(answer)
        assert FROZEN_TEXT in response_text(await house.forge(find_awaited(live), hand, deal))
