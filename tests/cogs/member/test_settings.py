"""How somebody likes to play: `/settings me`, what it changes, and for whom."""

from __future__ import annotations

import asyncio

import pytest

from bot.app.router import MISPLACED_TEXT
from bot.tables.model.table_state import TableState
from bot.ui.pictures import Paint, Picture, draw
from bot.ui.scene.scene import HandScene, Scene
from bot.ui.table import layouts, scene_renderer
from data.people.records import MAX_MUTED, Preferences
from data.tables.work import WorkState
from sandbox import Outcome
from tests.cogs.hands import open_hand
from tests.cogs.member.routes import OF_FORMS
from tests.support.house import House
from tests.support.messages import Json, buttons, components, text
from tests.support.wire_tables import (
    BYSTANDER,
    HOST,
    OTHER,
    SEATED,
    board,
    find_answer_buttons,
    find_awaited,
    find_waiting,
    in_private,
    is_private,
    person,
    press_in_hand,
    read_event_kinds,
    response_text,
    set_up_table,
    start_room,
)


async def read_preferences(house: House, who: str) -> Preferences:
    """Return what is stored for somebody."""
    return await house.store.preferences.of(int(house.sandbox.people.user(who)["id"]))


def list_move_buttons(message: Json) -> list[Json]:
    """Return the parts of a hand by which cards are played or words said."""
    return [
        component for component in components(message) if component.get("custom_id", "").startswith("eh:make_move:")
    ]


def find_move_ids(message: Json) -> dict[str, str]:
    """Return the custom ids of a hand's moves by their labels."""
    return {label: custom_id for label, custom_id in buttons(message).items() if custom_id.startswith("eh:make_move:")}


async def test_everything_is_shown_changed_and_changed_back_by_its_buttons() -> None:
    """In a message for their eyes alone; also outside of servers; over a restart; nobody else is touched."""
    async with start_room() as house:
        answer = await house.command(SEATED, "settings me")
        assert is_private(answer)
        for line in ("**Confirm moves:** off", "**Reminders:** at half of your time, and near its end", "**Away:** no"):
            assert line in response_text(answer)
        beside = [
            component["accessory"]["label"]
            for component in components(answer.get("message") or {})
            if component["type"] == 9
        ]
        assert len(beside) == len(set(beside)) == len(find_answer_buttons(answer))  # each setting has its own button
        for label, back in (("Hide pictures", "Show pictures"), ("Highest first", "Lowest first"),
                            ("Ask me first", "Stop asking"),
                            ("Play it for me", "Play it myself"),
                            ("By private message", "At the table"),
                            ("No reminders", "Remind me"),
                            ("Leave me out", "Count my games")):  # fmt: skip
            assert back not in find_answer_buttons(answer)
            answer = await house.press(SEATED, answer.get("message") or {}, label)
            assert answer["state"] == "update"
            assert label not in find_answer_buttons(answer)
            assert back in find_answer_buttons(answer)
        everything = Preferences(
            pictures=False, high_first=True, confirms=True, plays_only_card=True, no_statistics=True,
            reminders=False, by_message=True,
        )  # fmt: skip
        assert await read_preferences(house, SEATED) == everything
        seated = int(house.sandbox.people.user(SEATED)["id"])
        assert house.services.people.plays_only_card(seated)
        assert house.services.tables.delays.plays_only_card(seated)  # tables ask the same
        assert await read_preferences(house, HOST) == Preferences()
        await house.restart()
        with in_private(house):
            answer = await house.command(SEATED, "settings me")
        assert {
            "Show pictures", "Lowest first", "Stop asking", "Play it myself", "Count my games", "Remind me",
            "Set quiet hours", "I am away …",
        } == set(find_answer_buttons(answer))  # fmt: skip
        assert "**Reminders:** off" in response_text(answer)
        assert "**Remind:**" not in response_text(answer)
        assert house.services.people.plays_only_card(int(house.sandbox.people.user(SEATED)["id"]))
        answer = await house.press(SEATED, answer.get("message") or {}, "Play it myself")
        assert "**Only one card allowed:** you play it" in response_text(answer)
        answer = await house.press(SEATED, answer.get("message") or {}, "Stop asking")
        for label in ("Count my games", "Remind me", "At the table"):
            answer = await house.press(SEATED, answer.get("message") or {}, label)
        assert "**Remind:** at the table" in response_text(answer)
        assert await read_preferences(house, SEATED) == Preferences(pictures=False, high_first=True)
        nonsense = await house.forge(SEATED, answer.get("message") or {}, "eh:set_preference:muted:1")
        assert "There is no such setting" in response_text(nonsense)
        assert await read_preferences(house, SEATED) == Preferences(pictures=False, high_first=True)


async def test_private_pictures_have_the_colours_that_one_likes_and_boards_the_usual_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They are chosen in a select, kept over a restart; what nobody knows is refused."""
    messages: list[tuple[bool, str]] = []

    async def draw_and_note(scene: Scene, paint: Paint) -> Picture:
        messages.append((isinstance(scene, HandScene), paint.name))
        return await draw(scene, paint)

    monkeypatch.setattr(scene_renderer, "draw", draw_and_note)
    async with start_room(pictures=True) as house:
        page = (await house.command(SEATED, "settings me")).get("message") or {}
        assert _find_chosen_colours(page) == "green"
        page = (await house.forge(SEATED, page, "eh:set_preference:colours", "light")).get("message") or {}
        assert _find_chosen_colours(page) == "light"
        assert "There is no such setting" in response_text(
            await house.forge(SEATED, page, "eh:set_preference:colours", "pink")
        )
        await house.restart()
        live = await set_up_table(house)
        await house.until(lambda: (False, "green") in messages)
        await open_hand(house, live, SEATED)
        await open_hand(house, live, HOST)
        assert set(messages) == {(False, "green"), (True, "light"), (True, "green")}
        assert await read_preferences(house, SEATED) == Preferences(colours="light")


def _find_chosen_colours(page: Json) -> str:
    """Return the set of colours that is chosen on a page of settings."""
    (result,) = [component for component in components(page) if component.get("custom_id", "").endswith(":colours")]
    return next(item["value"] for item in result["options"] if item.get("default"))


async def test_quiet_hours_and_days_away_have_their_forms() -> None:
    """Each setting is changed beside its line: typed times are kept, refused ones change nothing, away ends again."""
    async with start_room() as house:
        answer = await house.command(SEATED, "settings me")
        page = answer.get("message") or {}

        async def submit_settings_form(label: str, **values: object) -> Outcome:
            form = await house.press(SEATED, page, label)
            assert form["state"] == "modal"
            return await house.sandbox.people.modal(SEATED, form["interaction_id"], values)

        record = await submit_settings_form("Set quiet hours", zone="berlin", begin="11 pm", end="7")
        assert record["state"] == "update"
        assert "**Quiet hours:** 23:00 to 07:00 in Europe/Berlin (now " in response_text(record)
        assert await read_preferences(house, SEATED) == Preferences(zone="Europe/Berlin", night=(23 * 60, 7 * 60))
        for wrong, why in (
            ({"zone": "Nowhere"}, "There is no such time zone."),
            ({"zone": "UTC", "begin": "25", "end": "7"}, "is not a time."),
            ({"zone": "UTC", "begin": "23"}, "Type both a start and an end, or neither."),
        ):
            assert why in response_text(
                await submit_settings_form("Set quiet hours", **{"begin": "", "end": "", **wrong})
            )
        assert await read_preferences(house, SEATED) == Preferences(zone="Europe/Berlin", night=(23 * 60, 7 * 60))
        assert "**Quiet hours:** none" in response_text(
            await submit_settings_form("Set quiet hours", zone="UTC", begin="", end="")
        )
        form = await house.press(SEATED, page, "I am away …")
        assert form["state"] == "modal"
        (field,) = [component["component"] for component in (form.get("modal") or {})["components"]]
        response = await house.sandbox.people.modal(
            SEATED, form["interaction_id"], {"day": [field["options"][1]["value"]]}
        )
        assert "**Away:** until <t:" in response_text(response)
        assert len((await read_preferences(house, SEATED)).away) == 1
        assert "**Away:** no" in response_text(await house.press(SEATED, response.get("message") or {}, "I am back"))
        whys = {
            "end_absence": "You are not away.",
            "submit_quiet_hours_form": "no such time zone",
            "submit_away_form": "that day",
        }
        for verb, why in whys.items():
            assert why in response_text(await house.forge(SEATED, page, f"eh:{verb}")), verb
        live = await set_up_table(house)
        for verb in OF_FORMS:
            assert response_text(await house.forge(SEATED, board(house, live), f"eh:{verb}")) == MISPLACED_TEXT


async def test_of_two_changes_at_the_same_instant_neither_is_lost() -> None:
    async with start_room() as house:
        people, who = house.services.people, person(house, SEATED)
        await asyncio.gather(
            people.change(who, pictures=False), people.mute(who, 7, muted=True), people.change(who, confirms=True)
        )
        assert await read_preferences(house, SEATED) == Preferences(pictures=False, confirms=True, muted=(7,))
        assert await people.of(who.id) == await read_preferences(house, SEATED)


async def test_no_more_tables_are_muted_and_people_kept_in_mind_than_there_is_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with start_room() as house:
        people, who = house.services.people, person(house, SEATED)
        for number in range(MAX_MUTED + 2):
            await people.mute(who, number, muted=True)
        assert (await people.of(who.id)).muted == tuple(range(2, MAX_MUTED + 2))
        monkeypatch.setattr(people._known, "max_size", 2)
        for user in (1, 2, 3):
            await people.of(user)
        assert len(people._known) == 2
        assert len((await people.of(who.id)).muted) == MAX_MUTED  # read anew


async def test_words_alone() -> None:
    """For whoever wants it; the board and others' hands keep their pictures."""
    async with start_room(pictures=True, emoji=True) as house:
        faces = house.services.renderer.scenes.emoji
        await house.until(lambda: "voren" in faces and len(faces["voren"]) > 30)
        live = await set_up_table(house, waits_for=SEATED)
        await press_in_hand(house, live, SEATED, "Deal")
        for who in (HOST, SEATED):
            await house.press(who, await open_hand(house, live, who), "Stay")
        who = find_awaited(await house.live(live.id))
        other = HOST if who == SEATED else SEATED
        drawn = await open_hand(house, live, who)
        await house.services.people.change(person(house, who), pictures=False)
        message, other_hand = await open_hand(house, live, who), await open_hand(house, live, other)
        assert (len(drawn["attachments"]), len(message["attachments"]), len(other_hand["attachments"])) == (1, 0, 1)
        assert "<:" not in text(message)
        assert find_move_ids(message) == find_move_ids(drawn)
        assert [bool(move.get("emoji")) for move in list_move_buttons(drawn)] == [True] * len(find_move_ids(drawn))
        assert not any(move.get("emoji") for move in list_move_buttons(message))
        assert board(house, live)["attachments"]


async def test_words_alone_of_hands_that_are_over() -> None:
    """Everybody's cards and the replay, too; for the others they have their pictures."""
    async with start_room(pictures=True) as house:
        live = await set_up_table(house, "waiting", game="five_crowns")
        await house.services.people.change(person(house, SEATED), pictures=False)
        for who, pictures in ((SEATED, 0), (HOST, 1)):
            for answer in (
                await house.press(who, board(house, live), "Everybody's cards"),
                await house.command(who, "table replay", table=live.id),
            ):
                message = answer.get("message") or {}
                assert len(message["attachments"]) == pictures
                assert ("Wild" in text(message) or "wild" in text(message)) or pictures


async def test_the_highest_card_first() -> None:
    """In the hand, and among its buttons; who must lead one card alone (V5.2) has no order, so of several tables."""
    async with start_room(max_open=40) as house:
        log: list[int] = []
        while max(log, default=0) < 3:
            live = await set_up_table(house, waits_for=SEATED, game="voren")
            await press_in_hand(house, live, SEATED, "Deal")
            live = await house.live(live.id)
            while live.state is not None and live.state.phase != "play":
                await house.press(find_awaited(live), await open_hand(house, live, find_awaited(live)), "Stay")
                live = await house.live(live.id)
            who = find_awaited(live)
            await house.services.people.change(person(house, who), high_first=False)
            low = list(find_move_ids(await open_hand(house, live, who)))
            await house.services.people.change(person(house, who), high_first=True)
            assert list(find_move_ids(await open_hand(house, live, who))) == low[::-1]
            log.append(len(low))
            assert len(log) < 10


async def test_whoever_wants_it_is_asked_before_a_move() -> None:
    """The question goes with the decision, and Confirm makes the move once."""
    async with start_room() as house:
        live = await set_up_table(house, waits_for=SEATED)
        await house.services.people.change(person(house, SEATED), confirms=True)
        events_before = await read_event_kinds(house, live)
        answer = await press_in_hand(house, live, SEATED, "Deal")
        assert is_private(answer)
        assert "Your move would be: Deal." in response_text(answer)
        assert await read_event_kinds(house, live) == events_before
        not_yet = await house.press(SEATED, answer.get("message") or {}, "Not yet")
        assert "Your move would be" not in response_text(not_yet)
        answer = await house.press(SEATED, not_yet.get("message") or {}, "Deal with a poke")
        assert "Your move would be: Deal with a poke." in response_text(answer)
        assert await read_event_kinds(house, live) == events_before
        confirm = answer.get("message") or {}
        confirm_id = buttons(confirm)["Confirm"]
        await asyncio.gather(*(house.forge(SEATED, confirm, confirm_id) for _ in range(2)))
        assert (await read_event_kinds(house, live)).count("move") == events_before.count("move") + 1
        stays = await house.press(HOST, board(house, live), "My hand")
        result = await house.press(HOST, stays.get("message") or {}, "Stay")
        assert "You stayed in." in response_text(result)  # who has said nothing is not asked


async def test_a_select_asks_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """Above so many moves they stand in selects."""
    monkeypatch.setattr(layouts, "MAX_MOVE_BUTTONS", 1)
    async with start_room() as house:
        live = await set_up_table(house, game="five_crowns", hands=1)
        if live.state is not None and live.state.phase == "deal":
            await press_in_hand(house, live, find_awaited(live), "Deal")
            live = await house.live(live.id)
        who = find_awaited(live)
        await house.services.people.change(person(house, who), confirms=True)
        message, events_before = await open_hand(house, live, who), await read_event_kinds(house, live)
        picks = next(
            component for component in components(message) if component.get("custom_id", "").startswith("eh:pick_move:")
        )
        answer = await house.click(who, message, picks["custom_id"], [picks["options"][0]["value"]])
        assert f"Your move would be: {picks['options'][0]['label']}." in response_text(answer)
        assert await read_event_kinds(house, live) == events_before
        await house.press(who, answer.get("message") or {}, "Confirm")
        assert (await read_event_kinds(house, live)).count("move") == events_before.count("move") + 1


async def test_a_form_s_ready_moves_ask_as_well() -> None:
    """Mitigati's quick numbers; Confirm makes the move, whoever has said nothing makes it at once."""
    async with start_room() as house:
        live = await set_up_table(house, game="mitigati", people=(HOST, SEATED, OTHER), hands=1)
        while live.state is None or live.state.phase != "bargain":
            await house.services.board.refresh(live)
            assert live.state is not None
            hand = await open_hand(house, live, find_awaited(live))
            await house.press(find_awaited(live), hand, next(iter(find_move_ids(hand))))
            live = await house.live(live.id)
        who = find_awaited(live)
        await house.services.people.change(person(house, who), confirms=True)
        message, events_before = await open_hand(house, live, who), await read_event_kinds(house, live)
        result = buttons(message).items()
        label, ready = next(
            (label, custom_id) for label, custom_id in result if custom_id.startswith("eh:make_ready_move:")
        )
        answer = await house.press(who, message, label)
        assert "Your move would be: " in response_text(answer)
        assert await read_event_kinds(house, live) == events_before
        back = await house.press(who, answer.get("message") or {}, "Not yet")
        assert label in find_answer_buttons(back)
        answer = await house.press(who, back.get("message") or {}, label)
        await house.press(who, answer.get("message") or {}, "Confirm")
        assert (await read_event_kinds(house, live)).count("move") == events_before.count("move") + 1
        stale = await house.forge(who, message, ready)
        assert "Your move would be" not in response_text(stale)


async def test_whoever_mutes_a_table_is_not_mentioned_there() -> None:
    """Neither for a turn nor when something is told; at other tables they are, and there again once they want it."""
    async with start_room(ping_delay=0.2, ping_quiet=0) as house:
        live = await set_up_table(house, waits_for=HOST)
        more = (await house.press(find_waiting(live), board(house, live), "More")).get("message") or {}
        assert "Mute this table" in buttons(more)
        assert "Mute this table" not in find_answer_buttons(await house.press(BYSTANDER, board(house, live), "More"))
        more = (await house.press(SEATED, board(house, live), "More")).get("message") or {}
        muted = await house.press(SEATED, more, "Mute this table")
        assert muted["state"] == "update"
        assert "Unmute this table" in find_answer_buttons(muted)
        me = int(house.sandbox.people.user(SEATED)["id"])

        def is_mentioned(at: TableState) -> bool:
            public = [message.data for message in house.sandbox.world.messages.values() if message.viewer is None]
            contents = [
                message["content"] for message in public if str(me) in {user["id"] for user in message["mentions"]}
            ]
            return any(f"table {at.id}" in said_there for said_there in contents)

        await press_in_hand(house, live, HOST, "Deal")
        live = await house.live(live.id)
        assert live.state is not None
        decision = live.decisions[live.state.to_act[0]]

        async def is_left_out() -> bool:
            return ("ping", decision, WorkState.CANCELLED) in [
                (row.kind, row.seq, row.state) for row in await house.store.work.of_table(live.id)
            ]

        assert find_awaited(live) == SEATED
        await house.until(is_left_out)
        assert not is_mentioned(live)
        assert "**Muted:** table" in response_text(await house.command(SEATED, "settings me"))
        other = await set_up_table(house, waits_for=SEATED)
        await house.until(lambda: is_mentioned(other))
        unmuted = await house.press(SEATED, muted.get("message") or {}, "Unmute this table")
        assert "Mute this table" in find_answer_buttons(unmuted)
        assert await read_preferences(house, SEATED) == Preferences()


async def test_all_tables_mention_one_again() -> None:
    async with start_room() as house:
        for number in (3, 4):
            await house.services.people.mute(person(house, SEATED), number, muted=True)
        answer = await house.command(SEATED, "settings me")
        assert "table 3, table 4" in response_text(answer)
        answer = await house.press(SEATED, answer.get("message") or {}, "Unmute all tables")
        assert "table 3" not in response_text(answer)
        assert await read_preferences(house, SEATED) == Preferences()
