"""The life around the moves: turn pings, refreshes, posting anew, hands that refresh themselves, slow answers."""

from __future__ import annotations

import asyncio
import re
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.common.errors import Declined
from bot.tables.commands import play
from bot.tables.model.table_state import TableState
from bot.transport.interactions import hand_messages, responses
from bot.ui.table.renderer import RenderedMessage
from data.engine.errors import StoreError
from data.tables.records import Append
from data.tables.work import WorkKind, WorkState
from sandbox import Outcome, Recorded
from tests.support.house import House, Seated, start_house
from tests.support.messages import Json, buttons, components, text
from tests.support.moves import find_move_buttons
from tests.support.places import find_pings
from tests.support.wire_tables import find_actor


def list_ids(house: House, table: Seated) -> list[str]:
    """Return the ids of all messages that anybody sees at a table's place."""
    return [message["id"] for message in house.sandbox.people.messages("Cleo", table.place)]


async def test_awaited_player_is_pinged_once_until_their_move() -> None:
    """One line, one mention, a My hand button; dropped and removed with the move."""
    async with start_house(ping_delay=0.3, ping_quiet=0) as house:
        mentioned: list[tuple[str, str]] = []
        house.sandbox.recorder.events.append(
            lambda user, kind, data: mentioned.append((user, str(data["message_id"]))) if kind == "MENTION" else None
        )
        table = await house.open("Ada", ("Bela",), hands=2)
        who = await house.find_awaited(table)
        assert who is not None
        await house.until(lambda: find_pings(house, table))
        ping = find_pings(house, table)[0]
        person = house.sandbox.people.user(who)["id"]
        assert ping["content"].startswith(f"<@{person}>")
        assert [user for user, _ in mentioned] == [person]
        answer = await house.press(who, ping, "My hand")
        assert "Your hand" in text(answer.get("message") or {})
        await asyncio.sleep(0.6)  # twice a ping's delay: no other comes
        assert len(find_pings(house, table)) == 1
        hand = await house.hand(who, table)
        await house.click(who, hand, find_move_buttons(hand)["Deal"])
        await house.until(lambda: all(message["id"] != ping["id"] for message in find_pings(house, table)))


async def test_ping_of_an_active_player_waits_and_their_move_cancels_it() -> None:
    """No ping within the quiet time, none for a decision that was made before it was due."""
    async with start_house(ping_delay=0.2, ping_quiet=60) as house:
        table = await house.open("Ada", ("Bela",), hands=1)
        who = await house.find_awaited(table)
        assert who is not None
        await house.hand(who, table)
        await asyncio.sleep(0.8)  # four times a ping's delay: none comes
        assert find_pings(house, table) == []
        await house.act(table, who)
        owed = [
            work_item
            for work_item in await house.store.work.of_table(table.number)
            if work_item.kind == WorkKind.PING and work_item.state == WorkState.DONE
        ]
        assert owed == []


async def test_a_buried_table_is_posted_anew_when_it_has_to_ping() -> None:
    """The living message moves to the bottom, and the old one goes away."""
    async with start_house(ping_delay=0.5, ping_quiet=0, threads=False) as house:
        table = await house.open("Ada", ("Bela",), hands=1)
        before = await house.fresh(table)
        house.sandbox.people.say("Cleo", table.place, "Who is winning?")
        who = await house.find_awaited(table)
        assert who is not None
        await house.hand(who, table)
        await house.until(lambda: find_pings(house, table))
        await house.until(lambda: before["id"] not in list_ids(house, table))
        assert house.board(table, "Cleo")["id"] != before["id"]


async def test_showing_a_table_twice_brings_it_down_twice() -> None:
    """`/table show` posts anew each time it is asked, also while nothing has changed."""
    async with start_house(threads=False) as house:
        table = await house.open("Ada", ("Bela",), hands=1)
        board_ids = [(await house.fresh(table))["id"]]
        for _ in range(2):
            house.sandbox.people.say("Cleo", table.place, "Hello!")
            answer = await house.command("Bela", "table show", channel=table.place)
            assert "Here it is" in text(answer.get("message") or {})
            board_ids.append(house.board(table)["id"])
        assert len(set(board_ids)) == 3
        await house.until(lambda: [id_ for id_ in board_ids if id_ in list_ids(house, table)] == board_ids[-1:])


async def test_a_table_message_deleted_by_a_moderator_comes_back() -> None:
    """The next refresh finds it gone and posts it anew."""
    async with start_house() as house:
        house.tolerate = lambda request: request.answer.get("code") == 10008
        table = await house.open("Ada", ("Bela",), hands=1)
        board = await house.fresh(table)
        house.sandbox.people.delete("Ada", board)
        who = await house.find_awaited(table)
        assert who is not None
        answer = await house.command(who, "table hand", channel=table.place)
        await house.click(who, answer.get("message") or {}, find_move_buttons(answer.get("message") or {})["Deal"])
        live = await house.live(table)
        await house.until(lambda: live.record.shown_seq >= live.record.seq)
        assert house.board(table)["id"] != board["id"]


async def test_an_archived_thread_is_woken() -> None:
    """The board of a table that slept for a week is edited all the same, and not posted anew."""
    async with start_house() as house:
        house.tolerate = lambda request: request.answer.get("code") == 50083
        table = await house.open("Ada", ("Bela",), hands=1)
        who = await house.find_awaited(table)
        assert who is not None
        hand = await house.hand(who, table)
        board = await house.fresh(table)
        thread = house.sandbox.world.channels[table.place]
        thread.data["thread_metadata"]["archived"] = True
        thread.changed()
        live = await house.live(table)
        await play.act(house.services.tables, table.number, "deal", find_actor(house, who))
        await house.until(lambda: live.record.shown_seq >= live.record.seq)
        assert [message["id"] for message in house.boards(table)] == [board["id"]]
        assert await house.shows(table, house.board(table), "stay")
        assert not thread.archived
        assert hand["id"]


async def test_a_shown_hand_follows_the_game() -> None:
    """What another player does appears in an open hand message without a click."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), hands=1)
        first = await house.find_awaited(table)
        assert first is not None
        other = "Bela" if first == "Ada" else "Ada"
        waiting = await house.hand(other, table)
        assert not find_move_buttons(waiting)
        await house.act(table, first)
        await house.until(lambda: find_move_buttons(house.sandbox.people.message(other, waiting)))


async def test_last_action_stays_above_its_hand() -> None:
    """Through what others do and the end of that hand; above the cards of the next one it would be nonsense."""
    pattern = re.compile(r"^You (dealt|stayed in|folded|played)", re.MULTILINE)
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), hands=3)
        live, message = await house.live(table), dict[str, Json]()
        while not live.awaits_deal():
            who = await house.find_awaited(table)
            assert who is not None
            message[who] = await house.hand(who, table)
            await house.press(who, message[who], next(iter(find_move_buttons(message[who]))))
        await house.until(lambda: house.hands_are_fresh(live))
        assert all(pattern.search(text(house.sandbox.people.message(who, hand))) for who, hand in message.items())
        await play.next_hand(house.services.tables, live.id, find_actor(house, "Ada"), 1)
        await house.until(lambda: house.hands_are_fresh(live))
        assert not any(pattern.search(text(house.sandbox.people.message(who, hand))) for who, hand in message.items())


async def test_a_hand_says_when_it_no_longer_refreshes_and_its_buttons_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the end of Discord's quarter of an hour, and when the bot is stopped."""
    monkeypatch.setattr(hand_messages, "LIFETIME_SECONDS", 0.2)
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), hands=1)
        first = await house.find_awaited(table)
        assert first is not None
        other = "Bela" if first == "Ada" else "Ada"
        early = await house.hand(other, table)
        await house.until(lambda: "no longer updates itself" in text(house.sandbox.people.message(other, early)))
        monkeypatch.setattr(hand_messages, "LIFETIME_SECONDS", 600)
        late = await house.hand(first, table)
        await house.restart()
        now = house.sandbox.people.message(first, late)
        assert "no longer updates itself" in text(now)
        answer = await house.click(first, now, find_move_buttons(now)["Deal"])
        assert "You dealt" in text(answer.get("message") or {})
        looked = await house.press(other, early, "Refresh")
        assert "no longer updates itself" not in text(looked.get("message") or {})


async def test_an_answer_that_takes_long_is_deferred_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Past a second and a half the interaction is deferred and answered later, privately where it must be."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), hands=1)
        who = await house.find_awaited(table)
        assert who is not None
        await house.fresh(table)
        hand = await house.hand(who, table)
        monkeypatch.setattr(responses, "DEFER_AFTER_SECONDS", 0.1)
        append = house.store.tables.append

        async def slow(change: Append) -> int:
            await asyncio.sleep(0.4)
            return await append(change)

        monkeypatch.setattr(house.store.tables, "append", slow)
        answer = await house.click(who, hand, find_move_buttons(hand)["Deal"])
        assert answer["state"] == "deferred_update"
        await house.until(lambda: "You dealt" in text(house.sandbox.people.message(who, hand)))
        speaker = await house.find_awaited(table)
        assert speaker is not None
        hand = await house.hand(speaker, table)
        answer = await house.press(speaker, hand, "Stay")
        assert answer["state"] == "deferred_update"
        await house.until(
            lambda: any(
                "You stayed in" in text(message)
                for message in house.sandbox.people.messages(speaker, table.place)
                if message["flags"] & 64
            )
        )


async def test_a_deferred_answer_whose_connection_breaks_is_given_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a command would be said to be thinking for ever: a lobby, and what is answered to one person alone."""
    monkeypatch.setattr(responses, "DEFER_AFTER_SECONDS", 0)
    async with start_house() as house:
        create = house.store.tables.create

        async def slow(*arguments: Any, **named: Any) -> Any:
            await asyncio.sleep(0.2)
            return await create(*arguments, **named)

        monkeypatch.setattr(house.store.tables, "create", slow)
        house.sandbox.faults.add("drop", method="PATCH", path="/webhooks/", after=True)
        opened = await house.command("Ada", "voren new")
        assert opened["state"] == "deferred"
        standing = (opened.get("message") or {})["id"]
        await house.until(lambda: "Join" in buttons(house.sandbox.world.messages[standing].data))
        await house.until(lambda: len([request for request in house.requests if "/webhooks/" in request.path]) == 2)


@pytest.mark.parametrize(("pictures", "defer_after"), [(False, 2.7), (True, 2.7), (False, 0.05)])
async def test_a_hand_removed_during_the_click_is_shown_anew(
    pictures: bool, defer_after: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The move is kept, and its answer comes in a new private message, where the clicked one is gone by then."""
    async with start_house(pictures=pictures) as house:
        house.tolerate = lambda request: request.answer.get("code") == 10008
        table = await house.open("Ada", ("Bela",), hands=1)
        who = await house.find_awaited(table)
        assert who is not None
        hand = await house.hand(who, table)
        monkeypatch.setattr(responses, "DEFER_AFTER_SECONDS", defer_after)
        world, append = house.sandbox.world, house.store.tables.append

        async def slow(change: Append) -> int:
            await asyncio.sleep(0.2)
            world.remove_message(world.messages[hand["id"]])
            return await append(change)

        monkeypatch.setattr(house.store.tables, "append", slow)
        await house.click(who, hand, find_move_buttons(hand)["Deal"])

        def read_message() -> bool:
            return any(
                message["flags"] & 64 and "You dealt" in text(message)
                for message in house.sandbox.people.messages(who, table.place)
            )

        await house.until(read_message)


async def test_every_button_that_is_ever_sent_has_its_verb() -> None:
    """No component of any message names a verb that no cog has registered, and none is sent without a custom id.

    Each stands on messages of the kind on which its verb may be pressed.
    """
    async with start_house() as house:
        custom_ids: set[str] = set()

        def note(request: Recorded) -> None:
            body = request.body
            if isinstance(body, dict):
                for component in components(body.get("data") or body):
                    if component.get("type") in {2, 3} and component.get("style") != 5:
                        custom_ids.add(component["custom_id"])

        misplaced: set[tuple[str, bool]] = set()

        def placed(_: str, kind: str, data: Json) -> None:
            if kind in {"MESSAGE_CREATE", "MESSAGE_UPDATE"}:
                private = bool(data["flags"] & 64)
                for verb in (part["custom_id"].split(":")[1] for part in components(data) if "custom_id" in part):
                    route = house.services.router.routes()[verb]
                    if route.on not in {"anywhere", "private" if private else "public"}:
                        misplaced.add((verb, private))

        house.sandbox.recorder.requests.append(note)
        house.sandbox.recorder.events.append(placed)
        table = await house.open("Ada", ("Bela",), computers=1, hands=1)
        await house.command("Ada", "help")
        await house.press("Ada", house.board(table), "More")
        await house.press("Ada", house.board(table), "Log")
        await house.press_behind_more("Ada", house.board(table), "Rules")
        await house.play_out(table)
        await house.fresh(table)
        verbs = {custom_id.split(":")[1] for custom_id in custom_ids}
        assert verbs >= {
            "join_table",
            "start_game",
            "show_hand",
            "make_move",
            "show_log",
            "turn_log_page",
            "turn_rules_page",
            "open_rematch",
            "show_more",
            "show_rules",
            "show_scores",
        }
        assert verbs <= set(house.services.router.routes())
        assert not misplaced
        assert all(custom_id.startswith("eh:") and len(custom_id) <= 100 for custom_id in custom_ids)


async def test_an_unknown_button_answers_with_a_sentence() -> None:
    """A button of another version, or a forged id, is never left without an answer."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), hands=1)
        board = await house.fresh(table)
        for custom_id in (
            "eh:nosuch:1",
            "something else",
            "eh:show_hand:999999",
            "eh:show_hand:x",
            "eh:go",
            "eh:make_move:1:x:y:z",
        ):
            answer = await house.forge("Ada", board, custom_id)
            assert answer["state"] in {"message", "update"}, custom_id
            assert text(answer.get("message") or {}), custom_id


async def test_the_hand_of_somebody_who_has_left_says_so_and_nothing_more() -> None:
    """Their seat is another's now: the open message shows nothing of what its player has, gets or does."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela", "Cleo"), hands=2)
        open_hand = await house.hand("Bela", table)
        await house.meant("Bela", "table leave", "Leave", table.place)
        live = await house.live(table)
        await house.until(lambda: not house.services.hand_messages._open.get(table.number, {}))
        before = text(house.sandbox.people.message("Bela", open_hand))
        assert before == "You no longer sit here, so these cards are no longer yours."
        assert not buttons(house.sandbox.people.message("Bela", open_hand))
        assert not house.sandbox.people.message("Bela", open_hand)["attachments"]
        for _ in range(3):
            who = await house.find_awaited(table)
            if who is None:
                break
            await house.act(table, who)
        await house.until(lambda: live.record.shown_seq >= live.record.seq)
        await asyncio.sleep(0.3)  # longer than a refresh of a hand settles: nothing happens
        assert text(house.sandbox.people.message("Bela", open_hand)) == before


async def test_the_hand_of_somebody_who_has_left_is_not_shown_when_its_time_is_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The bot is stopped before the refresh that would have let go of it: the seat is another's all the same."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela", "Cleo"), hands=2)
        open_hand = await house.hand("Bela", table)
        monkeypatch.setattr(hand_messages, "SETTLE_SECONDS", 3600)
        await house.meant("Bela", "table leave", "Leave", table.place)
        before = text(house.sandbox.people.message("Bela", open_hand))
        assert house.services.hand_messages._open[table.number]
        await house.stop()
        assert text(house.sandbox.people.message("Bela", open_hand)) == before
        await house.start()


async def test_no_refresh_of_a_hand_crosses_the_answer_to_a_click_on_it() -> None:
    """While the answer is on its way others move: the hand is not edited before it, and shows their moves after it."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela", "Cleo"), hands=1)
        await house.act(table, await house.find_awaited(table) or "")
        who = await house.find_awaited(table)
        assert who is not None
        hand = await house.hand(who, table)
        token = house.sandbox.world.messages[hand["id"]].token or "none"
        paths: list[str] = []
        house.sandbox.recorder.requests.append(lambda request: paths.append(request.path))
        house.sandbox.faults.add("latency", path="/interactions/", seconds=0.8)
        click = asyncio.create_task(house.click(who, hand, find_move_buttons(hand)["Stay"]))
        live = await house.live(table)
        seq = live.record.seq
        await house.until(lambda: live.record.seq > seq)
        await house.act(table, await house.find_awaited(table) or "")
        await house.until(lambda: any(token in path for path in paths) or click.done())
        answer = await click
        number = answer["interaction_id"]
        assert not any(token in path for path in paths[: paths.index(next(p for p in paths if number in p))])
        await house.until(lambda: "You stayed in" in text(house.sandbox.people.message(who, hand)))
        await house.until(lambda: house.services.hand_messages._open[table.number] and house.hands_are_fresh(live))


async def test_a_click_during_the_drawing_of_a_refresh_is_answered_before_the_hand_is_edited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What was drawn shows the table before the click: it is thrown away, and the answer stands."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela", "Cleo"), hands=1)
        await house.act(table, await house.find_awaited(table) or "")
        who = await house.find_awaited(table)
        assert who is not None
        hand = await house.hand(who, table)
        stay, token = find_move_buttons(hand)["Stay"], house.sandbox.world.messages[hand["id"]].token or "none"
        paths: list[str] = []
        house.sandbox.recorder.requests.append(lambda request: paths.append(request.path))
        show, seat = (
            house.services.hand_messages._show,
            (await house.live(table)).seat_of(int(house.sandbox.people.user(who)["id"])),
        )
        clicks: list[asyncio.Task[Outcome]] = []

        async def clicked_meanwhile(live: TableState, drawn_seat: int, *rest: Any) -> RenderedMessage:
            ready = await show(live, drawn_seat, *rest)
            if drawn_seat == seat and not clicks:
                house.sandbox.faults.add("latency", path="/interactions/", seconds=0.5)
                clicks.append(asyncio.create_task(house.click(who, hand, stay)))
                await house.until(lambda: house.services.hand_messages._postponed)
            return ready

        monkeypatch.setattr(house.services.hand_messages, "_show", clicked_meanwhile)
        other = next(name for name in ("Ada", "Bela", "Cleo") if name != who)
        await house.command(other, "table pause", channel=table.place)
        await house.until(lambda: clicks)
        number = (await clicks[0])["interaction_id"]
        assert not any(token in path for path in paths[: paths.index(next(path for path in paths if number in path))])
        assert "You stayed in" in text(house.sandbox.people.message(who, hand))


async def test_a_hand_whose_click_was_refused_shows_what_happened_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """The refresh left it to the answer; the answer was a sentence."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), hands=1)
        who = await house.find_awaited(table)
        assert who is not None
        other = "Bela" if who == "Ada" else "Ada"
        hand, live = await house.hand(who, table), await house.live(table)

        async def refused(*_: object) -> None:
            await house.command(other, "table pause", channel=table.place)
            await house.until(lambda: not house.services.hand_messages._workers)
            raise Declined("Not now.")

        monkeypatch.setattr(play, "act", refused)
        answer = await house.click(who, hand, find_move_buttons(hand)["Deal"])
        assert text(answer.get("message") or {}) == "Not now."
        await house.until(lambda: house.services.hand_messages._open[table.number] and house.hands_are_fresh(live))


@pytest.mark.parametrize(("label", "said"), [("Stay", "You stayed in"), ("Refresh", "Your hand")])
@pytest.mark.parametrize("known_after", [0, 1.0])
async def test_a_click_that_crosses_a_refresh_on_its_way_leaves_the_hand_as_things_stand(
    label: str, said: str, known_after: float
) -> None:
    """The refresh was sent first and arrives last, with the table as it was: the hand is edited once more.

    That the answer has arrived may be known before the refresh comes back, or after.
    """
    async with start_house() as house:
        table = await house.open("Ada", ("Bela", "Cleo"), hands=1)
        dealer = await house.find_awaited(table)
        assert dealer is not None
        live, who = await house.live(table), next(name for name in ("Ada", "Bela", "Cleo") if name != dealer)
        if label == "Stay":
            await play.act(house.services.tables, live.id, "deal", find_actor(house, dealer))
            who = await house.find_awaited(table) or ""
        user = int(house.sandbox.people.user(who)["id"])
        hand = await house.hand(who, table)
        assert ("chosen how to deal" in text(hand)) is (label == "Refresh")
        house.sandbox.faults.add("latency", method="PATCH", path="/webhooks/", seconds=0.5)
        requests: list[str] = []
        house.sandbox.recorder.requests.append(lambda request: requests.append(request.method + request.path))
        other = next(name for name in ("Ada", "Bela", "Cleo") if name not in {who, dealer})
        await house.command(other, "table pause", channel=table.place)
        await house.until(lambda: house.sandbox.faults.idle)  # the refresh is on its way
        assert not any("PATCH" in words and "/webhooks/" in words for words in requests)
        if label == "Refresh":
            await play.act(house.services.tables, live.id, "deal", find_actor(house, dealer))
        if known_after:
            house.sandbox.faults.add("latency", path="/interactions/", seconds=known_after, after=True)
        await house.press(who, hand, label)
        answered = text(house.sandbox.people.message(who, hand))
        assert said in answered
        assert "chosen how to deal" not in answered
        await house.until(lambda: any("PATCH" in words and "/webhooks/" in words for words in requests))
        await house.until(lambda: house.services.hand_messages._open[table.number][user].seq >= live.record.seq)
        await house.until(lambda: text(house.sandbox.people.message(who, hand)) == answered)


async def test_the_first_of_two_clicks_to_be_answered_leaves_the_hand_to_the_second() -> None:
    """No refresh begins before both are answered."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), hands=1)
        live, page = await house.live(table), house.services.hand_messages
        with page.postpone_edits(live, 7):
            with page.postpone_edits(live, 7):
                pass
            assert page.has_postponed_edits(live.id, 7)
        assert not page.has_postponed_edits(live.id, 7)


@pytest.mark.parametrize("trouble", ["connection", "server", "archived"])
async def test_a_hand_whose_refresh_fails_for_a_while_is_refreshed_later(
    trouble: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection broke, Discord is in trouble, the thread sleeps: it goes on following the game after that."""
    monkeypatch.setattr(hand_messages, "RETRY_SECONDS", 0.2, raising=False)
    async with start_house() as house:
        house.tolerate = lambda request: request.answer.get("code") == 50083
        table = await house.open("Ada", ("Bela",), hands=1)
        live, dealer = await house.live(table), await house.find_awaited(table)
        other = "Bela" if dealer == "Ada" else "Ada"
        hand, user = await house.hand(other, table), int(house.sandbox.people.user(other)["id"])
        failed: list[str] = []
        edit = discord.Interaction.edit_original_response

        async def in_trouble(*arguments: Any, **named: Any) -> Any:
            if trouble == "server" and not failed:
                failed.append(trouble)
                raise discord.DiscordServerError(SimpleNamespace(status=503, reason="in trouble"), "")  # pyright: ignore[reportArgumentType]
            return await edit(*arguments, **named)

        monkeypatch.setattr(discord.Interaction, "edit_original_response", in_trouble)
        thread = house.sandbox.world.channels[table.place]
        if trouble == "connection":
            house.sandbox.faults.add("drop", method="PATCH", path="/webhooks/", after=True)
        if trouble == "archived":
            monkeypatch.setattr(house.services.board, "wake_work", lambda _: None)  # the board would open it again
            thread.data["thread_metadata"]["archived"] = True
            thread.changed()
        await play.act(house.services.tables, live.id, "deal", find_actor(house, dealer or ""))
        if trouble == "archived":
            await house.until(
                lambda: any(request.method == "PATCH" and request.status == 400 for request in house.requests)
            )
            thread.data["thread_metadata"]["archived"] = False
            thread.changed()
        await house.until(lambda: find_move_buttons(house.sandbox.people.message(other, hand)), 10)
        await house.until(lambda: house.services.hand_messages._open[live.id][user].seq >= live.record.seq, 10)
        assert house.sandbox.faults.idle


async def test_a_hand_that_cannot_be_shown_keeps_no_other_of_its_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does a table that cannot be read for a moment: both are tried again."""
    monkeypatch.setattr(hand_messages, "RETRY_SECONDS", 0.3, raising=False)
    async with start_house() as house:
        table = await house.open("Ada", ("Bela", "Cleo"), hands=1)
        live, dealer = await house.live(table), await house.find_awaited(table)
        others = [name for name in ("Ada", "Bela", "Cleo") if name != dealer]
        messages = [(words, await house.hand(words, table)) for words in others]
        assert all("chosen how to deal" in text(hand) for _, hand in messages)
        first = live.seat_of(int(house.sandbox.people.user(others[0])["id"]))
        show, find, troubles = house.services.hand_messages._show, house.services.hand_messages._find, 2

        async def show_or_fail(live_table: TableState, seat: int, *rest: Any) -> RenderedMessage:
            nonlocal troubles
            if seat == first and troubles:
                troubles -= 1
                raise KeyError(seat)
            return await show(live_table, seat, *rest)

        async def unread(number: int) -> TableState:
            monkeypatch.setattr(house.services.hand_messages, "_find", find)
            raise StoreError("The store is busy.")

        monkeypatch.setattr(house.services.hand_messages, "_show", show_or_fail)
        monkeypatch.setattr(house.services.hand_messages, "_find", unread)
        await play.act(house.services.tables, live.id, "deal", find_actor(house, dealer or ""))
        await house.until(lambda: "chosen how to deal" not in text(house.sandbox.people.message(*messages[1])), 10)
        await house.until(lambda: "chosen how to deal" not in text(house.sandbox.people.message(*messages[0])), 10)
        assert not troubles


async def test_a_hand_of_a_table_that_is_frozen_is_let_go() -> None:
    """There is nothing to show in it any more, now or later; whoever presses something in it is told."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), hands=1)
        live = await house.live(table)
        for who in ("Ada", "Bela"):
            await house.hand(who, table)
        live.state = None  # as where its log no longer replays
        await house.services.tables._freeze(live)
        await house.until(lambda: table.number not in house.services.hand_messages._open)
        await house.until(lambda: not house.services.hand_messages._workers)  # the last one may still be on its way out
