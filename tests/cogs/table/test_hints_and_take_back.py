"""Friendly games: hints for whoever is to decide, and moves that are taken back if all agree."""

from __future__ import annotations

from asyncio import Lock
from dataclasses import replace
from random import Random

import pytest

from bot.tables.commands import lobby, play
from bot.tables.model.actor import Actor
from bot.tables.model.move_tokens import MOVE_GONE_TEXT
from bot.tables.model.table_state import TableState
from cogs.games.tarot.pack import TAROT
from rules.registry import GAMES, game_named
from rules.simulate import random_of
from sandbox import Outcome
from tests.cogs.hands import open_hand
from tests.support.house import House
from tests.support.messages import Json, buttons, components, text
from tests.support.moves import find_offered_moves
from tests.support.standings import wait_until_worked_out
from tests.support.tables import computer_moves
from tests.support.wire_tables import (
    BYSTANDER,
    CHANNEL,
    HOST,
    SEATED,
    board,
    find_actor,
    find_answer_buttons,
    find_awaited,
    find_waiting,
    is_private,
    new_interaction_id,
    person,
    play_hand_out,
    read_all_announcements,
    response_text,
    set_up_table,
    start_room,
    too_late,
    wait_for_announcement,
)
from tests.toy.tests.e2e.quince import fields_of, open_form


async def start_table(house: House, *, friendly: bool, game: str = "voren") -> TableState:
    """Start a table of two, or as many as the game needs, that is friendly or rated; return it."""
    people = (HOST, SEATED, "Dora", "Emil")[: max(2, GAMES[game].seats[0])]
    live = await set_up_table(
        house, "lobby", people, hands=2 if game in {"voren", "five_crowns", "abracadabra"} else 1, game=game
    )
    if friendly:
        await house.press(HOST, board(house, live), "Make it friendly")
    await house.press(HOST, board(house, live), "Start")
    return await house.live(live.id)


BESIDE_HINT = {"Follow the hint", "Why not?", "Rules", "Send note", "Show hand", "Notes", "Undo"}
"""The buttons below a hint."""


async def test_the_command_opens_a_friendly_table_until_its_giver_has_finished_a_game_here() -> None:
    """Unless they say otherwise; also once that game's table has been deleted."""
    async with start_room() as house:
        live = await set_up_table(house, hands=1)
        assert "Friendly: hints" in response_text(await house.command(HOST, "voren new"))
        await play_hand_out(house, live)
        assert "Rated: no hints" in response_text(await house.command(HOST, "fivecrowns new"))
        assert "Friendly: hints" in response_text(await house.command(BYSTANDER, "voren new"))
        await wait_until_worked_out(house)
        await house.store.retention.delete_table(live.id)
        assert "Rated: no hints" in response_text(await house.command(HOST, "voren new"))


async def test_the_lobby_says_what_a_friendly_game_is_and_a_rematch_is_one_too() -> None:
    async with start_room() as house:
        lobby_answer = await house.command(HOST, "voren new", hands=1, friendly=True)
        assert "Friendly: hints and undo allowed. Not rated." in response_text(lobby_answer)
        rated = await house.command(SEATED, "voren new", hands=1, friendly=False)
        assert "Rated: no hints, no undo." in response_text(rated)
        number = int(buttons(lobby_answer.get("message") or {})["Join"].split(":")[2])
        assert (await house.live(number)).record.settings.get("friendly") is True
        assert ", friendly · " in response_text(await house.command(SEATED, "table lobbies"))
        await house.meant(HOST, "table end", "End it", table=number)
        ended = await house.live(number)
        await house.until(lambda: "Open it again" in buttons(board(house, ended)))
        assert "Friendly: hints and undo allowed." in response_text(
            await house.press(HOST, board(house, ended), "Open it again")
        )


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_a_hint_stands_below_the_moves_and_one_press_follows_it(game: str) -> None:
    """A legal move in words, with its reason; the button Hint has done its work, and no move has left its place."""
    async with start_room() as house:
        live = await start_table(house, friendly=True, game=game)
        for _ in range(6):
            live = await house.live(live.id)
            assert live.state is not None
            if live.awaits_deal() or not live.state.to_act:
                break
            who, before = find_awaited(live), live.record.seq
            bare = await open_hand(house, live, who)
            answer = await house.press(who, bare, "Hint")
            assert answer["state"] == "update"
            assert is_private(answer)
            assert live.record.seq == before
            hand = answer.get("message") or {}
            assert "Hint" not in buttons(hand)
            assert text(hand).count("**Hint: ") == 1
            parts = [component for component in components(hand) if component["type"] in {2, 3, 10, 12}]
            (place,) = [at for at, component in enumerate(parts) if component.get("label") == "Follow the hint"]
            assert "**Hint: " in parts[place - 1]["content"]
            assert find_offered_moves(hand) == find_offered_moves(bare)
            below = {component["label"].partition(":")[0] for component in parts[place:]}
            assert below <= BESIDE_HINT
            result = await house.press(who, hand, "Follow the hint")
            assert result["state"] == "update"
            assert "**Hint: " not in response_text(result)
            assert (await house.live(live.id)).record.seq > before
        if live.state is not None and len(live.state.to_act) == 1:
            assert "Hint" not in buttons(await open_hand(house, live, find_waiting(live)))


@pytest.mark.parametrize("confirms", [False, True])
async def test_one_press_follows_a_hint_but_for_a_player_who_confirms_moves(*, confirms: bool) -> None:
    """Also a discard, which a form makes for others."""
    async with start_room() as house:
        rng = Random("a form of a hint")
        house.services.tables.secret, house.services.tables.rng = rng.randbytes, rng
        live = await start_table(house, friendly=True, game="mitigati")
        for name in (HOST, SEATED, "Dora"):
            await house.services.people.change(person(house, name), confirms=confirms)
        for _ in range(20):
            live = await house.live(live.id)
            assert live.state is not None
            who, before, phase = find_awaited(live), live.record.seq, live.state.phase
            hand = await house.press(who, await open_hand(house, live, who), "Hint")
            followed = await house.press(who, hand.get("message") or {}, "Follow the hint")
            assert ("Confirm" in buttons(followed.get("message") or {})) is confirms
            if confirms:
                assert (await house.live(live.id)).record.seq == before
                await house.press(who, followed.get("message") or {}, "Confirm")
            assert (await house.live(live.id)).record.seq > before
            if phase == "discard":
                return
        raise AssertionError("no card was discarded")


async def test_a_hint_is_not_followed_by_a_bot_that_is_behind_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another bot has made the first move of a turn: no move of that decision answers the button of the second."""
    async with start_room() as house:
        live = await start_table(house, friendly=True, game="five_crowns")
        who, seq = find_awaited(live), live.record.seq
        behind = TableState(replace(live.record), Lock())
        behind.fold(await house.store.tables.log(live.id))
        hand = (await house.press(who, await open_hand(house, live, who), "Hint")).get("message") or {}
        drawn = (await house.press(who, hand, "Follow the hint")).get("message") or {}
        hand = (await house.press(who, drawn, "Hint")).get("message") or {}

        async def find_stale_table(*_: object, **__: object) -> TableState:
            return behind

        with monkeypatch.context() as patch:
            patch.setattr(house.services.lookup, "find", find_stale_table)
            answer = await house.press(who, hand, "Follow the hint")
        assert MOVE_GONE_TEXT in response_text(answer)
        assert (await house.live(live.id)).record.seq == seq + 1
        hand = (await house.press(who, answer.get("message") or {}, "Hint")).get("message") or {}
        await house.press(who, hand, "Follow the hint")
        assert (await house.live(live.id)).record.seq > seq + 1


async def test_a_hint_goes_once_the_move_is_made() -> None:
    async with start_room() as house:
        live = await start_table(house, friendly=True)
        who = find_awaited(live)
        hand = (await house.press(who, await open_hand(house, live, who), "Hint")).get("message") or {}
        answer = await house.press(who, hand, "Deal")
        assert "**Hint: " not in response_text(answer)
        assert "You dealt" in response_text(answer)


async def test_a_rated_game_gives_no_hints_and_takes_nothing_back() -> None:
    """Not by a button, and no hint by one that somebody put there."""
    async with start_room() as house:
        live = await start_table(house, friendly=False)
        who = find_awaited(live)
        hand = await open_hand(house, live, who)
        assert "Hint" not in buttons(hand)
        answer = await house.forge(who, hand, f"eh:show_hint:{live.id}")
        assert "This game is rated, so there are no hints." in response_text(answer)
        assert "**Hint: " not in response_text(answer)
        assert "Hint" not in find_answer_buttons(await house.press(who, board(house, live), "More"))
        await house.press(who, hand, "Deal")
        who = find_awaited(await house.live(live.id))
        result = await house.press(who, await open_hand(house, live, who), "Stay")
        assert not [label for label in find_answer_buttons(result) if label.startswith("Undo")]
        assert "friendly" not in response_text(result)


async def stay_in(house: House, live: TableState) -> tuple[str, Json]:
    """Let somebody stay in at a friendly table of Voren while the other is to decide; return who, and their hand."""
    dealer = find_awaited(live)
    await house.press(dealer, await open_hand(house, live, dealer), "Deal")
    live = await house.live(live.id)
    who = find_awaited(live)
    answer = await house.press(who, await open_hand(house, live, who), "Stay")
    assert "Undo: Stay" in find_answer_buttons(answer)
    return who, answer.get("message") or {}


async def test_a_move_is_taken_back_once_the_others_agree() -> None:
    """Who made it is told that they are asked; they are told at the table, in the log, and by their hands."""
    async with start_room() as house:
        live = await start_table(house, friendly=True)
        who, hand = await stay_in(house, live)
        other, undo = find_awaited(await house.live(live.id)), buttons(hand)["Undo: Stay"]
        answer = await house.press(who, hand, "Undo: Stay")
        assert answer["state"] == "update"
        assert "The others are asked. They must allow it before the game goes on." in response_text(answer)
        assert "Undo: Stay" not in find_answer_buttons(answer)
        question = await wait_for_announcement(house, live, f"{who} wants to undo a move")
        assert "Everyone has to allow it before the game goes on." in text(question)
        assert {"Allow", "Not now"} <= buttons(question).keys()
        agreed = await house.press(other, question, "Allow")
        assert f"You allowed it. It is {who}'s turn again." in response_text(agreed)
        assert is_private(agreed)
        await wait_for_announcement(house, live, f"{who} took back a move", f"It is {who}'s turn again.")
        live = await house.live(live.id)
        assert find_awaited(live) == who
        log = response_text(await house.command(other, "table log", table=live.id))
        assert f"{who} wants to undo a move." in log
        assert f"{who} took back a move." in log
        assert f"{who} stayed in" not in log
        assert "Fold" not in find_answer_buttons(agreed)
        twice = await house.forge(who, await open_hand(house, live, who), undo)
        assert "That move has been undone already." in response_text(twice)
        next_answer = await house.press(who, await open_hand(house, live, who), "Fold")
        assert "You fold" in response_text(next_answer) or "You folded" in response_text(next_answer)


async def test_the_others_are_asked_to_allow_an_undo_in_their_hands_too() -> None:
    """Somebody who plays in a private hand need not look at the table."""
    async with start_room() as house:
        live = await start_table(house, friendly=True)
        who, hand = await stay_in(house, live)
        other = find_awaited(await house.live(live.id))
        other_hand = await open_hand(house, live, other)
        assert "Allow undo" not in buttons(other_hand)
        await house.press(who, hand, "Undo: Stay")
        await house.until(lambda: "Allow undo" in buttons(house.sandbox.people.message(other, other_hand)))
        message = house.sandbox.people.message(other, other_hand)
        assert f"**{who} asks to undo a move.** *Allow undo*, or play on." in text(message)
        allowed = await house.press(other, message, "Allow undo")
        assert allowed["state"] == "update"
        assert f"You allowed it. It is {who}'s turn again." in response_text(allowed)
        assert find_awaited(await house.live(live.id)) == who


async def begin_play(house: House, people: tuple[str, ...], computers: int) -> TableState:
    """Start a friendly table of Mitigati at which a person is to play, and a computer player after them; return it."""
    game = game_named("mitigati")
    tables, place = (
        house.services.tables,
        (int(house.sandbox.world.guild_id), int(house.sandbox.people.channel(CHANNEL)["id"])),
    )
    live = await lobby.open_table(
        tables,
        game,
        {"hands": 3, "bargaining": False},
        place,
        Actor(person(house, people[0]).id, people[0], None),
        settings={"friendly": True},
    )
    for name in people[1:]:
        await lobby.join(tables, live.id, find_actor(house, name))
    for _ in range(computers):
        await lobby.add_computer(tables, live.id, find_actor(house, people[0]))
    await lobby.start(tables, live.id, find_actor(house, people[0]))
    await house.services.board.post(live)
    last, rng = len(people) - 1, Random(1)
    while (state := (await house.live(live.id)).state) is not None:
        seat = state.to_act[0]
        if state.phase == "play" and seat == last and len(state.view(None)["trick"]) < computers:
            return await house.live(live.id)
        user = live.record.seats[seat].user
        if user is None:
            await computer_moves(tables, live)
        else:
            await play.act(
                tables, live.id, random_of(state.legal(seat), rng), Actor(user, "", new_interaction_id(house))
            )
    raise AssertionError


async def test_a_move_with_those_of_computer_players_since_is_named_and_undone_at_once() -> None:
    """By a person alone: the button says which card it is, nobody is asked, nobody told. It works twice, as a slip."""
    async with start_room(computer_delay=60) as house:
        live = await begin_play(house, (HOST,), 2)
        before = live.state
        assert before is not None
        card = before.legal(0).moves[0].removeprefix("play ")
        name = house.services.renderer.pack_of(live).name_of(card)
        hand = await open_hand(house, live, HOST)
        choice = next(
            offered_choice
            for offered_choice in house.services.presenters.of(live).choices(before.view(0))
            if offered_choice.card == card
        )
        page = find_offered_moves(hand)
        label = choice.label if choice.label in page else choice.short
        custom_id, chosen = page[label]
        answer = await house.click(HOST, hand, custom_id, chosen or None)
        await computer_moves(house.services.tables, live)
        message = answer.get("message") or {}
        undo = f"Undo: {name}"
        await house.until(lambda: undo in buttons(house.sandbox.people.message(HOST, message)))
        undone = await house.press(HOST, message, undo)
        assert undone["state"] == "update"
        move_words = name if name.startswith("the ") else f"your {name}"
        assert f"You took back {move_words}." in response_text(undone)
        live = await house.live(live.id)
        assert live.state is not None
        assert live.state.view(0) == before.view(0)
        assert label in find_offered_moves(undone.get("message") or {})
        assert not [
            posted_message
            for posted_message in await read_all_announcements(house, live)
            if "took back" in text(posted_message)
        ]
        log = response_text(await house.command(HOST, "table log", table=live.id))
        assert f"{HOST} took back {name if name.startswith('the ') else f'the {name}'}." in log


async def test_a_question_that_came_too_late_says_so() -> None:
    async with start_room() as house:
        live = await start_table(house, friendly=True)
        who, hand = await stay_in(house, live)
        other = find_awaited(await house.live(live.id))
        await house.press(who, hand, "Undo: Stay")
        question = await wait_for_announcement(house, live, f"{who} wants to undo a move")
        await house.press(other, await open_hand(house, live, other), "Stay")
        late_answer = await too_late(house, other, question, "Allow")
        assert "Too late to undo: the game has gone on." in response_text(late_answer)
        now = text(house.sandbox.people.message(who, question))
        assert now == f"**{live.name}: {who} wants to undo a move.** Too late: the game has gone on."
        stranger = await too_late(house, BYSTANDER, question, "Allow")
        assert "no seat" in response_text(stranger)


async def test_a_question_that_is_answered_has_no_buttons_and_says_what_it_said() -> None:
    """Others that are still open keep theirs."""
    async with start_room() as house:
        live = await start_table(house, friendly=True)
        who, hand = await stay_in(house, live)
        other = find_awaited(await house.live(live.id))
        await house.press(who, hand, "Undo: Stay")
        question = await wait_for_announcement(house, live, f"{who} wants to undo a move")
        await house.meant(SEATED, "table end", "Ask the others: scores kept", table=live.id)
        ending = await wait_for_announcement(house, live, f"{SEATED} wants to end")
        await house.press(other, question, "Allow")
        await wait_for_announcement(house, live, f"{who} took back a move")
        await house.until(lambda: not buttons(house.sandbox.people.message(who, question)))
        assert text(house.sandbox.people.message(who, question)) == text(question)
        assert "End, keep the scores" in buttons(house.sandbox.people.message(who, ending))


def list_chosen_cards(form: Outcome) -> set[str]:
    """Return the cards that a form has chosen when it opens."""
    options = [option for field in fields_of(form).values() for option in field["options"]]
    return {option["label"].partition(":")[0] for option in options if option.get("default")}


@pytest.mark.parametrize("friendly", [True, False])
async def test_a_discard_form_opens_with_the_hint_that_its_player_has_seen_else_empty(friendly: bool) -> None:
    async with start_room() as house:
        live = await start_table(house, friendly=friendly, game="conference")
        assert live.state is not None
        assert live.state.phase == "discard"
        who = find_awaited(live)
        hand = await open_hand(house, live, who)
        assert not list_chosen_cards(await open_form(house, who, hand, "Discard 4 cards …"))
        if not friendly:
            return
        hand = (await house.press(who, hand, "Hint")).get("message") or {}
        chosen_cards = list_chosen_cards(await open_form(house, who, hand, "Discard 4 cards …"))
        advice = await house.services.hints.of(live, live.state.to_act[0])
        assert advice is not None
        assert chosen_cards == {TAROT.name_of(card) for card in advice.move.split(" ")[1:]}
        assert len(chosen_cards) == 4
