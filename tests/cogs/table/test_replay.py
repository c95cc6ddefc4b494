"""Hands that are over, stepped through: what everybody saw, what each seat held, and the game as a file."""

from __future__ import annotations

import json
from typing import Any

import aiohttp
import pytest

from bot.common.text import escape
from bot.tables.commands import play
from bot.tables.model import finished_hands
from bot.tables.model.table_state import TableState
from bot.transport.interactions.table_lookup import ELSEWHERE_TEXT
from bot.ui.game.card_packs import Pack
from bot.ui.game.players import players_of
from bot.ui.table.layouts import NO_ENDED_HAND
from data.tables.events import EventKind
from rules.__main__ import main
from rules.contract import State
from rules.table import Table
from tests.support.house import House
from tests.support.messages import Json, alts, buttons, components, text
from tests.support.wire_tables import (
    BYSTANDER,
    CHANNEL,
    HOST,
    MODERATOR,
    OTHER,
    SEATED,
    board,
    find_actor,
    find_answer_buttons,
    is_private,
    move_to_other_server,
    play_hand_out,
    set_up_table,
    start_room,
    wait_for_announcement,
)
from tests.support.wire_tables import response_text as words_of

PEOPLE = {
    "voren": (HOST, SEATED),
    "five_crowns": (HOST, SEATED),
    "mitigati": (HOST, SEATED, OTHER),
    "conference": (HOST, SEATED, OTHER, MODERATOR),
    "abracadabra": (HOST, SEATED),
}
STEPS_SHOWN = 9
"""The steps that are walked of a first hand."""
HANDS = {"voren": 2, "five_crowns": 2, "mitigati": 3, "conference": 4, "abracadabra": 2}


async def play_two_hands(house: House, game: str) -> TableState:
    """Return a table at which a third hand, or the end of the game, comes next."""
    live = await set_up_table(house, "waiting", PEOPLE[game], HANDS[game], game=game)
    await play.next_hand(house.services.tables, live.id, find_actor(house, HOST), 1)
    await play_hand_out(house, live)
    return await house.live(live.id)


async def replay_log(house: House, live: TableState) -> list[list[State]]:
    """Return the position after each event of the game, hand by hand, from the table's whole log."""
    log = await house.store.tables.log(live.id)
    state = finished_hands.initial_position(
        live.game, live.record.options, next(event for event in log if event.kind == EventKind.START)
    )
    results: list[list[State]] = [[]]
    for event in log:
        if event.kind in {EventKind.MOVE, EventKind.CHANCE}:
            before, state = state, finished_hands.position_after(state, finished_hands.event_of(event))
            results[-1].append(state)
            if finished_hands.is_over(before, state):
                results.append([])
    return results[:-1]


def find_select(page: Json, verb: str) -> Json:
    """Return the select of a page for a verb."""
    return next(
        component
        for component in components(page)
        if component.get("options") and f"eh:{verb}:" in component["custom_id"]
    )


def is_hand_on_page(page: Json, pack: Pack, state: State, seat: int) -> bool:
    """Check whether a page names all that the seat held then."""
    words = f"{text(page)} {' '.join(alts(page))}"
    cards: list[str] = state.view(seat)["hand"] or []
    return all(pack.name_of(card) in words or pack.text_of(card) in words for card in cards)


@pytest.mark.parametrize("game", PEOPLE)
async def test_every_step_of_a_hand_is_shown_as_it_was(game: str) -> None:
    """From the table and from a seat, by somebody who sits nowhere; with what it came to in the words of the log.

    The second hand is walked whole, and the beginning of the first.
    """
    async with start_room() as house:
        live = await play_two_hands(house, game)
        presenter, players = house.services.presenters.of(live), players_of(live)
        pack = house.services.renderer.pack_of(live)
        hands, page = await replay_log(house, live), Json()
        for hand, states in enumerate(hands):
            record = await house.store.tables.hand(live.id, hand)
            assert record is not None
            story = presenter.story(record.how, record.log, players)
            assert len(story) == len(states)
            first_page = await house.command(BYSTANDER, "table replay", table=live.id, hand=hand + 1)
            assert is_private(first_page)
            page = first_page.get("message") or {}
            walked = len(states) if hand else STEPS_SHOWN
            for step, (state, passage) in enumerate(list(zip(states, story, strict=True))[:walked]):
                assert (
                    f"{presenter.hand_word.lower()} {hand + 1} of {len(hands)} · step {step + 1} of {len(states)}"
                    in text(page)
                )
                line = f"{text(page)} {' '.join(alts(page))}"
                assert all(escape(sentence, 1500) in text(page) or sentence in line for sentence in passage.sentences)
                if not step % 4:
                    seat = step // 4 % len(players.names)
                    eyes = find_select(page, "choose_replay_seat")
                    answer = await house.click(BYSTANDER, page, eyes["custom_id"], [str(seat)])
                    assert answer["state"] == "update"
                    assert f"As {players.name(seat)} saw it" in words_of(answer)
                    assert is_hand_on_page(answer.get("message") or {}, pack, state, seat)
                    page = answer.get("message") or {}
                    page = (
                        await house.click(
                            BYSTANDER, page, find_select(page, "choose_replay_seat")["custom_id"], ["table"]
                        )
                    ).get("message") or {}
                    assert "saw it" not in text(page)
                assert ("Forward" in buttons(page)) is (step + 1 < len(states))
                assert ("Back" in buttons(page)) is (step > 0)
                if step + 1 < len(states):
                    page = (await house.press(BYSTANDER, page, "Forward")).get("message") or {}
            if "Last" in buttons(page):
                page = (await house.press(BYSTANDER, page, "Last")).get("message") or {}
            back = await house.press(BYSTANDER, page, "Back")
            assert f"step {len(states) - 1} of" in words_of(back)
            first = await house.press(BYSTANDER, back.get("message") or {}, "First")
            assert "step 1 of" in words_of(first)
            last = await house.press(BYSTANDER, first.get("message") or {}, "Last")
            assert f"step {len(states)} of" in words_of(last)
        earlier = await house.press(BYSTANDER, page, f"Earlier {presenter.hand_word.lower()}")
        assert f"{presenter.hand_word.lower()} 1 of 2 · step 1 of" in words_of(earlier)
        assert f"Later {presenter.hand_word.lower()}" in find_answer_buttons(earlier)


async def test_one_jumps_to_a_trick_and_keeps_ones_seat() -> None:
    async with start_room() as house:
        live = await play_two_hands(house, "mitigati")
        hand = await house.store.tables.hand(live.id, 1)
        assert hand is not None
        story = house.services.presenters.of(live).story(hand.how, hand.log, players_of(live))
        headings = [(step, passage.heading) for step, passage in enumerate(story) if passage.heading]
        first_page = await house.command(BYSTANDER, "table replay", table=live.id)
        page = first_page.get("message") or {}
        page = (await house.click(BYSTANDER, page, find_select(page, "choose_replay_seat")["custom_id"], ["1"])).get(
            "message"
        ) or {}
        heading = ""
        for _ in range(3):  # of more parts than a select holds those around where one is
            parts = find_select(page, "go_to_replay_step")
            step, heading = headings[min(len(headings) - 1, headings.index(_find_heading(headings, page)) + 10)]
            trick_option = next(option for option in parts["options"] if option["label"] == heading)
            page = (await house.click(BYSTANDER, page, parts["custom_id"], [trick_option["value"]])).get(
                "message"
            ) or {}
            assert f"### Replay: {heading}" in text(page)
            assert f"step {step + 1} of" in text(page)
            assert f"As {SEATED} saw it" in text(page)
            assert len(find_select(page, "go_to_replay_step")["options"]) <= 25
        assert heading == headings[-1][1]


def _find_heading(headings: list[tuple[int, str]], page: Json) -> tuple[int, str]:
    """Return the part of the hand that a page shows."""
    return next(heading for heading in headings if text(page).startswith(f"### Replay: {heading[1]}\n"))


async def test_from_the_log_and_while_the_next_hand_is_played() -> None:
    """The hand that the log's page tells; the one in progress is shown to nobody."""
    async with start_room() as house:
        live = await set_up_table(house)
        log = (await house.press(BYSTANDER, board(house, live), "Log")).get("message") or {}
        assert "Replay" not in buttons(log)
        assert words_of(await house.command(BYSTANDER, "table replay", table=live.id)) == NO_ENDED_HAND
        more = (await house.press(BYSTANDER, board(house, live), "More")).get("message") or {}
        assert words_of(await house.forge(BYSTANDER, more, f"eh:export_table:{live.id}")) == NO_ENDED_HAND
        assert (
            words_of(await house.forge(BYSTANDER, log, f"eh:go_to_replay_step:{live.id}:0:3:table:forward"))
            == NO_ENDED_HAND
        )
        await play_hand_out(house, live)
        await play.next_hand(house.services.tables, live.id, find_actor(house, HOST), 1)
        await house.restart()
        log = (await house.press(BYSTANDER, board(house, live), "Log")).get("message") or {}
        assert "Replay" not in buttons(log)
        log = (await house.press(BYSTANDER, log, "Older")).get("message") or {}
        page = await house.press(BYSTANDER, log, "Replay")
        assert is_private(page)
        assert "hand 1 of 1 · step 1 of" in words_of(page)
        for beyond in ("1:0", "99:99999"):
            answer = await house.forge(
                BYSTANDER, page.get("message") or {}, f"eh:go_to_replay_step:{live.id}:{beyond}:77:last"
            )
            assert "hand 1 of 1" in words_of(answer)


async def test_a_table_of_another_server_shows_nothing() -> None:
    async with start_room() as house:
        live = await set_up_table(house, "waiting")
        page = (await house.command(BYSTANDER, "table replay", table=live.id)).get("message") or {}
        await move_to_other_server(house, live)
        assert words_of(await house.press(BYSTANDER, page, "Forward")) == ELSEWHERE_TEXT
        assert "There is no table" in words_of(await house.command(BYSTANDER, "table replay", table=live.id))


@pytest.mark.parametrize("game", PEOPLE)
async def test_the_file_is_the_game_up_to_its_last_finished_hand(
    game: str, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """As the rules read it: the same points; nothing of the hand in progress."""
    async with start_room() as house:
        live = await play_two_hands(house, game)
        if live.awaits_deal():
            await play.next_hand(house.services.tables, live.id, find_actor(house, HOST), 2)
        more = (await house.press(BYSTANDER, board(house, live), "More")).get("message") or {}
        answer = await house.press(BYSTANDER, more, "Save as file")
        assert is_private(answer)
        (attachment,) = (answer.get("message") or {})["attachments"]
        async with aiohttp.ClientSession() as session, session.get(attachment["url"]) as client_response:
            written = await client_response.read()
        data = json.loads(written)
        table = Table.load(data["game"])
        spans = await house.store.tables.hands(live.id)
        assert [list(points) for points in table.state.score().hands] == [list(span.points) for span in spans[:2]]
        assert sum(map(len, await replay_log(house, live))) == len(data["game"]["events"])
        assert data["scores"] == [sum(pair) for pair in zip(*(span.points for span in spans[:2]), strict=True)]
        assert data["players"] == list(live.names())
        path = tmp_path / "game.json"
        path.write_bytes(written)
        assert main(["replay", str(path)]) == 0
        assert live.name in capsys.readouterr().out


async def test_a_hand_is_told_of_those_who_played_it_when_a_seat_has_changed_hands() -> None:
    """In the replay and below the score sheet; the hand that came after is that of whoever sits there now."""
    async with start_room() as house:
        live = await set_up_table(house, "waiting", (HOST, SEATED), 3)
        await house.meant(SEATED, "table leave", "Leave", channel=CHANNEL, table=live.id)
        await house.command(BYSTANDER, "table sit", channel=CHANNEL, table=live.id, seat=2)
        question = await wait_for_announcement(house, live, f"{BYSTANDER} wants ")
        await house.press(HOST, question, "Let them sit down")
        await play.next_hand(house.services.tables, live.id, find_actor(house, HOST), 1)
        live = await house.live(live.id)
        await play_hand_out(house, live)
        more = (await house.press(HOST, board(house, live), "More")).get("message") or {}
        scores = words_of(await house.press(HOST, more, "Scores"))
        assert f"Seat 2: {SEATED} hand 1, then {BYSTANDER}." in scores
        for hand, reader, away in ((1, SEATED, BYSTANDER), (2, BYSTANDER, SEATED)):
            answer = await house.command(HOST, "table replay", table=live.id, hand=hand)
            log = [words_of(answer), *alts(answer.get("message") or {})]
            while "Last" in buttons(answer.get("message") or {}):
                answer = await house.press(HOST, answer.get("message") or {}, "Last")
                log += [words_of(answer), *alts(answer.get("message") or {})]
            assert reader in " ".join(log)
            assert away not in " ".join(log)
