"""The end of a game: its picture on the board and in every hand, also late; Rematch; and a settled hand's line."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from bot.tables.model.table_state import TableState
from bot.ui.pictures import Picture, draw
from bot.ui.scene.scene import ResultScene
from rules.conference.records import partner
from tests.cogs.hands import open_hand
from tests.support.house import House, start_house
from tests.support.messages import alts, buttons, text
from tests.support.wire_tables import (
    HOST,
    MODERATOR,
    OTHER,
    SEATED,
    board,
    is_private,
    play_hand_out,
    response_text,
    set_up_table,
    start_room,
    wait_for_announcement,
)

GAMES = ("voren", "five_crowns", "mitigati", "abracadabra", "conference")
HANDS = {"mitigati": 3, "conference": 4}
"""Of more than one the fewest that a game may have."""

PEOPLE = {"conference": (HOST, SEATED, OTHER, MODERATOR), "mitigati": (HOST, SEATED, OTHER)}


@pytest.fixture(autouse=True)
def wait_long_for_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait long for pictures: a busy machine goes without them, and here they count."""
    for name in ("PICTURE_TIMEOUT_SECONDS", "BOARD_PICTURE_TIMEOUT_SECONDS"):
        monkeypatch.setattr(f"bot.ui.table.scene_renderer.{name}", 60)


async def play_to_end(house: House, game: str, hands: int = 1) -> TableState:
    """Play a game to its end; return its table once the board shows it."""
    live = await set_up_table(house, people=PEOPLE.get(game, (HOST, SEATED, OTHER)), hands=hands, game=game)
    await play_hand_out(house, live)
    next_label = f"Next {house.services.presenters.of(live).hand_word.lower()}"
    for _ in range(1, hands):
        await house.until(lambda: next_label in buttons(board(house, live)))
        await house.press(HOST, board(house, live), next_label)
        await play_hand_out(house, live)
    await house.until(lambda: live.record.shown_seq >= live.record.seq)
    return live


def list_winners(live: TableState) -> list[str]:
    assert live.state is not None
    return [live.record.seats[seat].name for seat in live.state.score().winners]


@pytest.mark.parametrize("game", GAMES)
async def test_the_board_shows_the_winner_and_everybodys_points_once(game: str) -> None:
    """The picture has the standings; the words beside it who has won, and what the last hand brought."""
    async with start_room(pictures=True) as house:
        hands = 2 if game in {"voren", "five_crowns"} else 1
        live = await play_to_end(house, game, hands)
        board_message = board(house, live)
        first, *rest = text(board_message).splitlines()
        won = list_winners(live)
        assert re.fullmatch(r"\*\*.+ wins? with \S+?(, the lowest score)?\.\*\*", first)
        assert all(name in first for name in won)
        assert ("lowest" in first) == (game == "five_crowns")
        how, *brought = rest
        assert how.startswith("-# "), "what happened last"
        assert len(brought) == hands - 1, "the totals of one hand are what it brought"
        assert all(re.match(r"-# (Hand|Deal) 2: ", line) for line in brought)
        (alt,) = alts(board_message)
        assert "Standings: 1st " in alt
        assert all(seat.name in alt for seat in live.record.seats)
        assert set(buttons(board_message)) >= {"Rematch", "Log", "More"}
        (file,) = board_message["attachments"]
        assert re.search(r"-result-", file["filename"])


@pytest.mark.parametrize("pictures", [True, False])
async def test_every_hand_shows_the_end_with_rematch(pictures: bool) -> None:
    """A hand that stands open is brought up to date; without pictures the standings are words."""
    async with start_house(pictures=pictures) as house:
        house.check_every = 10
        seated = await house.open("Ada", ("Bela",), hands=1)
        hands = {name: await house.hand(name, seated) for name in ("Ada", "Bela")}
        live = await house.play_out(seated)
        await house.until(lambda: house.hands_are_fresh(live))
        won = list_winners(live)
        for name in hands:
            hand = next(
                message
                for message in reversed(house.sandbox.people.messages(name, seated.place))
                if message["flags"] & 64 and "Rematch" in buttons(message)
            )
            words = text(hand)
            whose = " and ".join("you" if line == name else line for line in won)
            verb = "wins" if len(won) == 1 and won != [name] else "win"
            assert f"**{whose[0].upper()}{whose[1:]} {verb} with " in words
            assert {"Log", "Scores", "Rules"} <= set(buttons(hand))
            assert not re.search(r"\b(won|lost) \d", words.split("**")[-1]), "points are no tricks"
            assert bool(alts(hand)) == pictures
            assert ("1\\. " in words) != pictures, "the standings, once"


async def test_rematch_in_a_hand_opens_the_table_for_all_to_see() -> None:
    async with start_room() as house:
        live = await set_up_table(house, people=(HOST, SEATED), hands=1)
        message = await open_hand(house, live, SEATED)
        await play_hand_out(house, live)
        await house.until(lambda: "Rematch" in buttons(house.sandbox.people.message(SEATED, message)))
        rematch_answer = await house.press(SEATED, message, "Rematch")
        assert rematch_answer["state"] == "message"
        assert not is_private(rematch_answer)
        rematch = await house.live(live.id + 1)
        assert rematch.names() == (SEATED,)
        await wait_for_announcement(house, rematch, f"{SEATED} wants to play again.")
        second = await house.press(SEATED, message, "Rematch")
        assert is_private(second)
        assert response_text(second).startswith(f"You are seated at Voren, table {rematch.id}:")
        await house.until(lambda: len(house.boards(live.id)) == 1)


async def test_the_final_picture_comes_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board whose picture takes too long says it in words at once, and has its picture a moment later."""
    monkeypatch.setattr("bot.transport.messages.board.LATE_PICTURE_DELAY_MS", 100)
    ready, questions = asyncio.Event(), list[bool]()

    async def draw_when_ready(scene: Any, *paint: Any) -> Picture:
        if isinstance(scene, ResultScene):
            questions.append(ready.is_set())
            await ready.wait()
        return await draw(scene, *paint)

    monkeypatch.setattr("bot.ui.table.scene_renderer.draw", draw_when_ready)
    async with start_room(pictures=True) as house:
        live = await set_up_table(house, people=(HOST, SEATED), hands=1)
        for name in ("PICTURE_TIMEOUT_SECONDS", "BOARD_PICTURE_TIMEOUT_SECONDS"):
            monkeypatch.setattr(f"bot.ui.table.scene_renderer.{name}", 0.05)
        await play_hand_out(house, live)
        await house.until(lambda: "wins with" in text(board(house, live)) or "win with" in text(board(house, live)))
        assert not alts(board(house, live))
        assert "1\\. " in text(board(house, live)), "the standings in words, as long as there is no picture"
        await house.until(lambda: len(questions) > 2)
        assert not alts(board(house, live))
        ready.set()
        monkeypatch.setattr("bot.ui.table.scene_renderer.BOARD_PICTURE_TIMEOUT_SECONDS", 60)
        await house.until(lambda: alts(board(house, live)))
        assert "1\\. " not in text(board(house, live))
        await house.until(lambda: live.record.shown_seq >= live.record.seq)
        before = len(questions)
        await asyncio.sleep(0.4)
        assert len(questions) == before, "nothing more is owed"


async def test_a_picture_that_cannot_be_drawn_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.transport.messages.board.LATE_PICTURE_DELAY_MS", 100)
    questions = list[Any]()

    async def fail_to_draw(scene: Any, *_: Any) -> Picture:
        questions.append(scene)
        raise ValueError("no room in the palette")

    async with start_room(pictures=True) as house:
        live = await set_up_table(house, people=(HOST, SEATED), hands=1)
        monkeypatch.setattr("bot.ui.table.scene_renderer.draw", fail_to_draw)
        await play_hand_out(house, live)
        await house.until(lambda: live.record.shown_seq >= live.record.seq)
        assert not alts(board(house, live))
        before = len(questions)
        await asyncio.sleep(0.4)
        assert len(questions) == before
        assert "a picture could not be drawn (ValueError)" in caplog.text
        caplog.clear()


@pytest.mark.parametrize("game", GAMES)
async def test_a_settled_hand_stays_on_the_board_until_the_next_is_settled(game: str) -> None:
    """Between hands the ledger says it; while the next one is played a line does."""
    async with start_room() as house:
        live = await set_up_table(
            house, "waiting", PEOPLE.get(game, (HOST, SEATED, OTHER)), HANDS.get(game, 2), game=game
        )
        line = re.compile(r"^-# (Hand|Deal) 1: (.+)$", re.MULTILINE)
        assert not line.search(text(board(house, live)))
        word = "deal" if game in {"five_crowns", "abracadabra"} else "hand"
        said_so = await house.press(HOST, board(house, live), f"Next {word}")
        assert game == "conference" or f"The next {word} begins." in response_text(said_so)
        await house.until(lambda: line.search(text(board(house, live))))
        match = line.search(text(board(house, live)))
        assert match is not None
        assert live.state is not None
        points = live.state.score().hands[0]
        if game == "conference":
            best = max(range(4), key=lambda seat: points[seat])
            pair = " and ".join(live.record.seats[seat].name for seat in sorted((best, partner(best))))
            assert match[2] == (f"{pair} +{points[best]}" if points[best] else "no points")
        else:
            for seat in live.record.seats:
                page = f"{points[seat.seat]:+d}".replace("-", "\u2212") if points[seat.seat] else "0"
                assert f"{seat.name} {page}" in match[2] or not any(points)
        assert (match[1] == "Deal") == (game in {"five_crowns", "abracadabra"})


async def test_the_line_of_a_hand_names_those_who_played_it() -> None:
    async with start_room() as house:
        live = await set_up_table(house, "waiting", (HOST, SEATED, OTHER), hands=3)
        await house.press(HOST, board(house, live), "Next hand")
        await house.until(lambda: "-# Hand 1: " in text(board(house, live)))
        await house.meant(SEATED, "table leave", "Leave", channel="card-room", table=live.id)
        await house.until(lambda: live.record.shown_seq >= live.record.seq)
        (line,) = [entry for entry in text(board(house, live)).splitlines() if entry.startswith("-# Hand 1: ")]
        assert SEATED in line
        assert "Ambrose" not in line
