"""Friendly games: hints for whoever is to decide, and moves that are taken back if all agree."""

from __future__ import annotations

import pytest

from bot.tables.model.table_state import FRIENDLY, Live
from rules.players import best_of
from rules.registry import GAMES
from tests.support.house import House
from tests.support.messages import Json, buttons, text
from tests.support.wire_tables import (
    BYSTANDER,
    HOST,
    SEATED,
    awaited,
    board,
    is_private,
    offers,
    room,
    said,
    told,
    too_late,
    waiting,
)
from tests.support.wire_tables import table as table_of


async def table(here: House, *, friendly: bool, game: str = "voren") -> Live:
    """A table of two (or as many as the game needs) that is friendly or rated."""
    people = (HOST, SEATED, "Dora", "Emil")[: max(2, GAMES[game].seats[0])]
    live = await table_of(
        here, "lobby", people, hands=2 if game in {"voren", "five_crowns", "abracadabra"} else 1, game=game
    )
    if friendly:
        answer = await here.press(HOST, board(here, live), "Invite and arrange")
        label = "Instead: A friendly, unrated game with hints; moves are taken back if all agree"
        await here.press(HOST, answer.get("message") or {}, label)
    await here.press(HOST, board(here, live), "Start")
    return await here.live(live.id)


async def hand_of(here: House, live: Live, who: str) -> Json:
    """Somebody's hand."""
    return (await here.press(who, board(here, live), "My hand")).get("message") or {}


async def test_the_lobby_says_what_a_friendly_game_is_and_a_rematch_is_one_too() -> None:
    async with room() as here:
        opened = await here.command(HOST, "voren new", hands=1, friendly=True)
        assert "A friendly, unrated game with hints; moves are taken back if all agree." in said(opened)
        rated = await here.command(SEATED, "voren new", hands=1)
        assert "friendly" not in said(rated)
        number = int(buttons(opened.get("message") or {})["Join"].split(":")[2])
        assert (await here.live(number)).record.settings[FRIENDLY] is True
        assert ", friendly · " in said(await here.command(SEATED, "table lobbies"))
        await here.meant(HOST, "table end", "End it", table=number)
        ended = await here.live(number)
        await here.until(lambda: "Open it again" in buttons(board(here, ended)))
        assert "A friendly, unrated game" in said(await here.press(HOST, board(here, ended), "Open it again"))


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_a_hint_is_a_legal_move_in_words_with_its_reason_for_whoever_is_to_decide(game: str) -> None:
    async with room() as here:
        live = await table(here, friendly=True, game=game)
        assert live.state is not None
        who = awaited(live)
        hand = await hand_of(here, live, who)
        before = live.record.seq
        answer = await here.press(who, hand, "Hint")
        assert answer["state"] == "update"
        assert is_private(answer)
        view = live.state.view(live.state.to_act[0])
        assert best_of(live.game).choose(view, here.rng)  # there is something to decide
        assert "**Hint: " in said(answer)
        assert live.record.seq == before
        assert "Hint" not in buttons(await hand_of(here, live, waiting(live))) or len(live.state.to_act) > 1


async def test_a_hint_goes_once_the_move_is_made() -> None:
    async with room() as here:
        live = await table(here, friendly=True)
        who = awaited(live)
        hand = (await here.press(who, await hand_of(here, live, who), "Hint")).get("message") or {}
        made = await here.press(who, hand, "Deal")
        assert "**Hint: " not in said(made)
        assert "You dealt" in said(made)


async def test_a_rated_game_gives_no_hints() -> None:
    """Not by a button, and not by one that somebody put there."""
    async with room() as here:
        live = await table(here, friendly=False)
        who = awaited(live)
        hand = await hand_of(here, live, who)
        assert "Hint" not in buttons(hand)
        answer = await here.forge(who, hand, f"eh:hint:{live.id}")
        assert "There is no hint now" in said(answer)
        assert "**Hint: " not in said(answer)
        assert "Hint" not in offers(await here.press(who, board(here, live), "More"))


async def stayed(here: House, live: Live) -> tuple[str, Json]:
    """Who has just stayed in at a friendly table of Voren while the other is to decide, and their hand."""
    dealer = awaited(live)
    await here.press(dealer, await hand_of(here, live, dealer), "Deal")
    live = await here.live(live.id)
    who = awaited(live)
    message = await hand_of(here, live, who)
    assert "A friendly game: a move may be taken back until the next one is made" in text(message)
    made = await here.press(who, message, "Stay")
    assert "Take it back" in offers(made)
    return who, made.get("message") or {}


async def test_a_move_is_taken_back_once_the_others_agree() -> None:
    """Who made it is told that they are asked; they are told at the table, in the log, and by their hands."""
    async with room() as here:
        live = await table(here, friendly=True)
        who, hand = await stayed(here, live)
        other = awaited(await here.live(live.id))
        asked = await here.press(who, hand, "Take it back")
        assert "The others are asked." in said(asked)
        assert "Take it back" not in offers(asked)
        question = await told(here, live, f"{who} would like to take back a move")
        assert "Let them" in buttons(question)
        agreed = await here.press(other, question, "Let them")
        assert "The move is taken back." in said(agreed)
        assert is_private(agreed)
        await told(here, live, f"{who} has taken back a move", "decides anew")
        live = await here.live(live.id)
        assert awaited(live) == who
        log = said(await here.command(other, "table log", table=live.id))
        assert f"{who} took that move back." in log
        assert f"{who} would like a move to be taken back." in log
        assert f"{who} stayed in" not in log
        assert "Fold" not in offers(agreed)
        again = await here.press(who, await hand_of(here, live, who), "Fold")
        assert "You fold" in said(again) or "You folded" in said(again)


async def test_a_question_that_came_too_late_says_so() -> None:
    async with room() as here:
        live = await table(here, friendly=True)
        who, hand = await stayed(here, live)
        other = awaited(await here.live(live.id))
        await here.press(who, hand, "Take it back")
        question = await told(here, live, f"{who} would like to take back a move")
        await here.press(other, await hand_of(here, live, other), "Stay")
        late = await too_late(here, other, question, "Let them")
        assert "something has happened since" in said(late)
        stranger = await too_late(here, BYSTANDER, question, "Let them")
        assert "no seat" in said(stranger)


async def test_a_question_that_is_answered_has_no_buttons_and_says_what_it_said() -> None:
    """Others that are still open keep theirs."""
    async with room() as here:
        live = await table(here, friendly=True)
        who, hand = await stayed(here, live)
        other = awaited(await here.live(live.id))
        await here.press(who, hand, "Take it back")
        question = await told(here, live, f"{who} would like to take back a move")
        await here.meant(SEATED, "table end", "Ask the others: scores kept", table=live.id)
        ending = await told(here, live, f"{SEATED} would like to end")
        await here.press(other, question, "Let them")
        await told(here, live, f"{who} has taken back a move")
        await here.until(lambda: not buttons(here.sandbox.people.message(who, question)))
        assert text(here.sandbox.people.message(who, question)) == text(question)
        assert "End, keep the scores" in buttons(here.sandbox.people.message(who, ending))


async def test_nobody_takes_back_in_a_rated_game() -> None:
    async with room() as here:
        live = await table(here, friendly=False)
        dealer = awaited(live)
        await here.press(dealer, await hand_of(here, live, dealer), "Deal")
        who = awaited(await here.live(live.id))
        made = await here.press(who, await hand_of(here, live, who), "Stay")
        assert "Take it back" not in offers(made)
        assert "friendly" not in said(made)
