"""Every verb that any cog registers, wherever it is pressed, by whatever id.

The tests walk the verbs; one that has no case fails by its name, and is walked with a bare table all the same.
"""

from __future__ import annotations

from copy import deepcopy
from functools import partial
from itertools import cycle, islice
from typing import Final, Literal

import pytest

from bot.app.router import MISPLACED_TEXT, Route
from bot.tables.commands import (
    lobby,
)
from bot.tables.model.actor import Actor
from bot.tables.model.table_state import TableState
from bot.tables.services import absence
from bot.transport.interactions import responses
from bot.transport.interactions.table_lookup import ELSEWHERE_TEXT, NO_TABLE
from sandbox import Outcome
from tests.cogs.member.routes import OF_FORMS
from tests.cogs.route_cases import ANYWHERE, CASES, HAND, PUBLIC, Case, build_custom_id, prepare_case, press
from tests.cogs.standings.routes import OF_RESULTS
from tests.support.house import House
from tests.support.messages import Json, buttons, components, text
from tests.support.wire_tables import (
    HOST,
    SEATED,
    Stage,
    board,
    find_awaited,
    in_private,
    is_private,
    move_to_other_server,
    note,
    person,
    read_event_kinds,
    response_text,
    set_up_table,
    start_room,
)

pytestmark = pytest.mark.usefixtures("voren_in_pairs")

Place = Literal["public", "private"]

NIGHTS_MODULE: Final = "cogs.server.club_nights"
COMPETITION_MODULES: Final = "cogs.server.leagues", "cogs.server.matches"


def list_table_routes(house: House) -> list[tuple[str, Route]]:
    """Return all registered verbs without those of pads, standings, nights, leagues and matches."""
    routes = [
        (verb, route) for verb, route in house.services.router.routes().items() if verb not in OF_RESULTS | OF_FORMS
    ]
    return [
        (verb, route)
        for verb, route in routes
        if not route.handler.__module__.startswith(("cogs.pads", NIGHTS_MODULE, *COMPETITION_MODULES))
    ]


def has_place(registered: Route, on: Place) -> bool:
    """Check whether a verb's buttons stand on messages of this kind."""
    return registered.on in {on, "anywhere"}


def assert_no_hand_is_public(house: House) -> None:
    """Check that no message for all eyes has the buttons of somebody's hand, or says that it is one."""
    public = [message.data for message in house.sandbox.world.messages.values() if message.viewer is None]
    for message in public:
        custom_ids = {
            component["custom_id"].split(":")[1] for component in components(message) if "custom_id" in component
        }
        assert not custom_ids & {
            "refresh_hand",
            "make_move",
            "pick_move",
            "confirm_move_form",
            "make_ready_move",
            "pick_cards",
        }, message
        assert HAND not in text(message), message


def assert_answer_is_in_place(
    house: House, verb: str, registered: Route, on: Place, before: Json, answer: Outcome, *, declined: bool = False
) -> None:
    """Check that an answer stands where the verb's answers belong: in the message pressed, a private or a public one.

    On a message on which its buttons do not stand, the verb does nothing and says so in private. So it does where it is
    `declined`.
    """
    message = house.sandbox.world.messages.get(before["id"])
    edits = registered.response == "update" and has_place(registered, on) and not declined
    assert answer["state"] == ("update" if edits else "message"), (verb, answer)
    assert response_text(answer), verb
    assert "went wrong" not in response_text(answer), verb
    assert (response_text(answer) == MISPLACED_TEXT) == (not has_place(registered, on)), verb
    if edits:
        assert (answer.get("message") or {})["id"] == before["id"], verb
        assert is_private(answer) == (on == "private"), verb
    else:
        assert is_private(answer) or (has_place(registered, on) and registered.response == "public"), verb
        if message is not None and (on == "private" or declined or not has_place(registered, on)):
            assert message.data["components"] == before["components"], verb
    if on == "public" and registered.on != "public":  # what a board shows changes, and it stays a board
        assert message is None or {"Rules", "Log", "Undo"} & set(buttons(message.data)), verb
    assert_no_hand_is_public(house)


async def test_every_verb_has_a_case_here() -> None:
    """And no case is left of a verb that is gone; each is registered for the messages on which its buttons stand."""
    async with start_room(max_live_tables=200, max_open=200) as house:
        verbs = {verb for verb, _ in list_table_routes(house)}
        places = {"public": PUBLIC, "anywhere": ANYWHERE, "private": verbs - PUBLIC - ANYWHERE}
        for verb, registered in list_table_routes(house):
            assert verb in places[registered.on], verb
        assert not verbs - set(CASES), "verbs without a case in tests/cogs/route_cases.py"
        assert not set(CASES) - verbs, "cases of verbs that no cog registers"


@pytest.mark.parametrize("on", ["public", "private"])
async def test_each_verb_works_only_on_its_own_kind_of_message(on: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the board a private answer is a message of its own; on a private message the board never takes its place."""
    monkeypatch.setattr(absence, "ABSENT_AFTER_MS", 0)
    async with start_room(max_live_tables=200, max_open=200) as house:
        for verb, registered in list_table_routes(house):
            case = CASES.get(verb, Case())
            live = await set_up_table(house, case.stage, game=case.game)
            case = await prepare_case(house, case, live)
            await house.until(lambda live=live: live.record.shown_seq >= live.record.seq)  # no refresh is on its way
            message = board(house, live)
            if on == "private":
                message = await note(house, live, case.by(live))
            before, events_before = deepcopy(message), await read_event_kinds(house, live)
            answer = await press(house, verb, case, live, message)
            assert_answer_is_in_place(house, verb, registered, on, before, answer)
            if has_place(registered, on):
                assert case.answer_words in response_text(answer), (verb, response_text(answer))
            else:
                assert await read_event_kinds(house, live) == events_before, verb


def has_private_message(house: House, words: str) -> bool:
    """Check whether a message that one person alone sees says this."""
    private_messages = [message.data for message in house.sandbox.world.messages.values() if message.viewer is not None]
    return any(words in text(message) + "\n" for message in private_messages)


@pytest.mark.parametrize("defer_after", [responses.DEFER_AFTER_SECONDS, 0.0], ids=["at once", "deferred"])
async def test_no_board_is_replaced_by_a_forged_button_of_another_table(
    defer_after: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it does is done, as by its own button; but the message pressed is the other table's, and stays it."""
    monkeypatch.setattr(responses, "DEFER_AFTER_SECONDS", defer_after)
    async with start_room(max_live_tables=200, max_open=200) as house:
        own_table = await set_up_table(house)
        before = deepcopy(board(house, own_table))
        for verb in ("join_table", "leave_lobby", "add_computer", "remove_computer", "start_game", "set_friendly"):
            live = await set_up_table(house, "lobby")
            case = await prepare_case(house, CASES[verb], live)
            answer = await press(house, verb, case, live, board(house, own_table))
            if defer_after:
                assert is_private(answer), verb
                assert f"<#{live.record.channel}>" in response_text(answer), verb
            else:
                assert answer["state"] == "deferred_update", verb
                await house.until(partial(has_private_message, house, f"-# Table {live.id}\n"))
            assert board(house, own_table)["components"] == before["components"], verb
            house.services.tables.evict(live.id)
        place = (own_table.record.guild, own_table.record.channel)
        unposted = await lobby.open_table(
            house.services.tables, own_table.game, {}, place, Actor(person(house, HOST).id, HOST, None)
        )
        await press(house, "join_table", CASES["join_table"], unposted, board(house, own_table))
        assert (await house.live(unposted.id)).record.message is None
        assert board(house, own_table)["components"] == before["components"]


@pytest.mark.parametrize("on", ["public", "private"])
async def test_no_verb_reaches_a_table_of_another_server(on: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its person is told so, privately, and neither the table nor the message pressed has changed."""
    monkeypatch.setattr(absence, "ABSENT_AFTER_MS", 0)
    async with start_room(max_live_tables=200, max_open=200) as house:
        own_table = await set_up_table(house)
        foreign_tables: dict[Stage, TableState] = {}
        for stage in ("lobby", "playing", "waiting", "over"):
            foreign_tables[stage] = await set_up_table(house, stage)
            await move_to_other_server(house, foreign_tables[stage])
        for verb, registered in list_table_routes(house):
            case = CASES.get(verb, Case())
            live = foreign_tables[case.stage]
            case = case if case.table else await prepare_case(house, case, live)
            who, events_before = case.by(live), await read_event_kinds(house, live)
            message = board(house, own_table) if on == "public" else await note(house, own_table, who)
            before = deepcopy(message)
            answer = await press(house, verb, case, live, message)
            if not has_place(registered, on):
                assert response_text(answer) == MISPLACED_TEXT, verb
            elif case.table:
                assert response_text(answer) == ELSEWHERE_TEXT, verb
                assert is_private(answer), verb
                assert await read_event_kinds(house, live) == events_before, verb
                assert house.sandbox.world.messages[before["id"]].data["components"] == before["components"], verb
            else:
                assert case.answer_words in response_text(answer), verb  # a rulebook is no server's


async def test_no_verb_reaches_a_table_from_outside_of_all_servers() -> None:
    """As a message that was forwarded, or a button of the bot in a conversation with it alone."""
    async with start_room(max_live_tables=200, max_open=200) as house:
        tables = {stage: await set_up_table(house, stage) for stage in ("lobby", "playing", "waiting", "over")}
        for verb, registered in list_table_routes(house):
            case = CASES.get(verb, Case())
            live = tables[case.stage]
            case = case if case.table else await prepare_case(house, case, live)
            message = board(house, live) if has_place(registered, "public") else await note(house, live, case.by(live))
            events_before = await read_event_kinds(house, live)
            with in_private(house):
                answer = await press(house, verb, case, live, message)
            if case.table:
                assert response_text(answer) == ELSEWHERE_TEXT, verb
                assert is_private(answer), verb
            else:
                assert OUTSIDE_TEXTS.get(verb, case.answer_words) in response_text(answer), verb
            assert await read_event_kinds(house, live) == events_before, verb


OUTSIDE_TEXTS: Final = {
    "set_server_setting": "Use this in a server",
    "turn_moderation_log_page": "Only moderators can see that.",
    "confirm_ban": "Only moderators who can time out members",
    "open_table": "Use this in a server that I am in.",
}
"""What a verb that concerns a server says where there is none."""
NUMBERS_EACH: Final = 5
"""So many of the numbers below are met by each verb; the next meets those that follow."""
NUMBERS: Final = ("", "x", "-1", "0", "²", "٣", "1.5", "999999", "9" * 18, "9" * 19, "9" * 60, "' OR 1=1 --", "💥")


VERBS_WITHOUT_ARGUMENTS: Final = {"unmute_all", "cancel_question", "show_stored_data", "show_who_sees_data"}
"""Verbs that mean the same whatever follows them."""

NONSENSE_TEXTS: Final = {
    "set_preference": "There is no such setting",
    "turn_help_page": "There is no such page.",
    "choose_table_game": "Which game do you want to play?",
    "set_server_setting": "Only managers of this server can change this.",
    "turn_moderation_log_page": "Only moderators can see that.",
    "confirm_ban": "Only moderators who can time out members",
    "erase_my_data": "This is another person's question.",
    "begin_lesson": "There is no such game",
    "show_cup": "No cup yet.",
    "show_daily_secrets": "The secrets of that day are gone.",
    "begin_daily_hand": "There is no such game",
    **dict.fromkeys(("play_challenge", "show_challenge_ranking", "end_challenge"), "This challenge is gone."),
    "open_table": "There is no such game",
}
"""What a verb without a table says of nonsense."""


@pytest.mark.parametrize("on", ["public", "private"])
async def test_unknown_table_gets_a_sentence(on: Place) -> None:
    """Whatever stands where a table's number should: missing, huge, no number. All verbs have one look-up of tables, so
    each meets some of these.
    """
    async with start_room(max_live_tables=200, max_open=200) as house:
        live = await set_up_table(house)
        events_before = await read_event_kinds(house, live)
        number_cycle = cycle(NUMBERS)
        for verb, registered in list_table_routes(house):
            if verb in VERBS_WITHOUT_ARGUMENTS and on == "private":  # whatever follows it, it means the same
                continue
            message = board(house, live) if on == "public" else await note(house, live, SEATED)
            before = deepcopy(message)
            numbers = list(islice(number_cycle, NUMBERS_EACH if has_place(registered, on) else 0))
            for custom_id in (f"eh:{verb}", *(f"eh:{verb}:{number}" for number in numbers)):
                answer = await house.forge(SEATED, message, custom_id)
                if not has_place(registered, on):
                    assert response_text(answer) == MISPLACED_TEXT, custom_id
                elif CASES.get(verb, Case()).table:
                    assert response_text(answer) in {NO_TABLE, "There is no such table."}, (
                        custom_id,
                        response_text(answer),
                    )
                else:
                    refusal = NONSENSE_TEXTS.get(verb, "There is no such rulebook")
                    assert refusal in response_text(answer), (custom_id, response_text(answer))
                assert is_private(answer), custom_id
            assert house.sandbox.world.messages[before["id"]].data["components"] == before["components"]
        assert await read_event_kinds(house, live) == events_before


@pytest.mark.parametrize("on", ["public", "private"])
async def test_nonsense_behind_the_table_gets_an_answer_and_changes_nothing(
    on: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each argument in its turn is missing, huge or no number; what a button without it means is done."""
    monkeypatch.setattr(absence, "ABSENT_AFTER_MS", 0)
    async with start_room(max_live_tables=200, max_open=200) as house:
        live = await set_up_table(house)
        who, events_before, of_each = find_awaited(live), await read_event_kinds(house, live), cycle(NUMBERS)
        for verb, registered in list_table_routes(house):
            case = CASES.get(verb, Case())
            whole = build_custom_id(verb, case, live).split(":")
            for place in range(3, len(whole)):
                wrongs = [
                    words
                    for words in islice(of_each, NUMBERS_EACH)
                    if words != whole[place] and not (place == case.any_number and words.isascii() and words.isdigit())
                ]
                spoilt = [[*whole[:place], wrong, *whole[place + 1 :]] for wrong in wrongs]
                every = (whole[:place], *spoilt)
                for parts in (
                    every if has_place(registered, on) else every[:1]
                ):  # else nobody reads what follows the verb
                    message = board(house, live) if on == "public" else await note(house, live, who)
                    before = deepcopy(message)
                    answer = await house.forge(who, message, ":".join(parts)[:100])
                    declined = case.may_decline and answer["state"] == "message"
                    assert_answer_is_in_place(house, verb, registered, on, before, answer, declined=declined)
                    assert await read_event_kinds(house, live) == events_before, parts
        assert HOST in {seat.name for seat in live.record.seats}
