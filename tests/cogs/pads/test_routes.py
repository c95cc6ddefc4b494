"""Every verb of score pads, pressed where it stands and where it does not, with numbers that it was not given."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice
from typing import Final, Literal, NamedTuple

import pytest

from bot.app.router import MISPLACED_TEXT
from bot.pads.pads import NO_PAD
from cogs.pads.common import NO_DRAFT
from data.pads.records import NEW_HAND
from tests.cogs.pads.sheets import enter_hand, number_of, open_pad, wait_for_pad_message
from tests.support.house import House
from tests.support.messages import Json, buttons
from tests.support.wire_tables import BYSTANDER, HOST, is_private, response_text, start_room

NONSENSE: Final = ("", "0", "9" * 30, "x", "999999", "\u0665", "1.5", "-1")
"""Invalid arguments of buttons. Of any three consecutive ones, one is not a number."""
NUMBERS_EACH: Final = 3
"""So many of these are met by each verb and argument; the next meets those that follow."""

ERROR_TEXT: Final = "Something went wrong"


class Case(NamedTuple):
    """What a verb's button says after the number of its pad or draft, and what is chosen, if anything is."""

    of: Literal["pad", "draft"] = "pad"
    args: tuple[str, ...] = ()
    values: tuple[str, ...] = ()


CASES: Final = {
    "add_pad_hand": Case(args=("points",)),
    "add_next_pad_hand": Case(args=("points",)),
    "choose_pad_hand_players": Case(),
    "submit_new_entry_form": Case("draft", ("points", "points")),
    "submit_entry_form": Case("draft", ("points", "points")),
    "open_entry_form": Case("draft", ("points", "points")),
    "confirm_entry": Case("draft", ("points", "1")),
    "set_entry_players": Case("draft", values=("1", "2")),
    "set_entry_dealer": Case("draft", values=("1",)),
    "open_entry_day_form": Case("draft"),
    "submit_entry_day_form": Case("draft"),
    "cancel_entry": Case("draft"),
    "show_entry": Case("draft"),
    "restart_entry": Case("draft", ("6",)),
    "show_pad_sheet": Case(args=("-1",)),
    "turn_pad_sheet_page": Case(args=("0",)),
    "show_pad_hands": Case(args=("0",)),
    "turn_pad_hands_page": Case(args=("0",)),
    "show_pad_hand": Case(values=("1",)),
    "correct_pad_hand": Case(args=("1", "2")),
    "strike_pad_hand": Case(args=("1", "2", "1")),
    "open_contest_form": Case(args=("1", "2")),
    "submit_contest_form": Case(args=("1", "2")),
    "withdraw_contest": Case(args=("1", "2")),
    "reject_contest": Case(args=("1", "2")),
    "show_contested_hand": Case(args=("3",)),
    "undo_pad_change": Case(args=("1", "2")),
    "show_pad_log": Case(args=("-1",)),
    "turn_pad_log_page": Case(args=("5",)),
    "show_pad_players": Case(),
    "add_last_pad_players": Case(),
    "join_pad": Case(),
    "leave_pad": Case(args=("1",)),
    "add_pad_members": Case(values=("1",)),
    "open_guests_form": Case(),
    "submit_guests_form": Case(),
    "set_pad_players": Case(values=("1", "2")),
    "remove_pad_player": Case(values=("2",)),
    "open_starting_points_form": Case(values=("2",)),
    "submit_starting_points_form": Case(args=("2",)),
    "move_pad_player": Case(values=("2",)),
    "show_players_page": Case(args=("seats",)),
    "show_pad_guests": Case(),
    "choose_guest": Case(args=("2",), values=("2",)),
    "choose_same_player": Case(args=("2",), values=("1",)),
    "merge_players": Case(args=("2", "1")),
    "split_players": Case(args=("2",)),
    "open_guest_name_form": Case(args=("2",)),
    "submit_guest_name_form": Case(args=("2",)),
    "link_guest": Case(args=("2",), values=("1",)),
    "agree_to_pad": Case(args=("2",)),
    "refuse_pad": Case(args=("2",)),
    "import_pad_again": Case(args=("name",)),
    "confirm_guest_link": Case(args=("2", "1")),
    "show_pad_more": Case(),
    "add_pad_keepers": Case(values=("1",)),
    "open_pad_name_form": Case(),
    "submit_pad_name_form": Case(),
    "open_pad_options_form": Case(),
    "submit_pad_options_form": Case(),
    "ask_to_finish_pad": Case(),
    "ask_to_delete_pad": Case(),
    "delete_pad": Case(args=("2",)),
    "keep_pad": Case(),
    "restore_pad": Case(),
    "return_to_pad_more": Case(),
    "finish_pad": Case(args=("1",)),
    "post_pad": Case(),
    "show_pad_chart": Case(),
    "post_pad_chart": Case(),
    "post_pad_sheet": Case(args=("0",)),
    "export_pad": Case(),
}


def build_custom_id(verb: str, number: object, args: tuple[str, ...] | None = None) -> str:
    """Return the custom id of a verb's button for this pad or draft."""
    return ":".join((f"eh:{verb}", str(number), *(CASES[verb].args if args is None else args)))[:100]


async def open_pad_with_hand(house: House) -> Json:
    """Open a pad of Bela's and enter a hand; return its message."""
    pad = await open_pad(house, HOST, "free", guests="Grandma")
    await enter_hand(house, HOST, pad, "Enter points", points="1 2")
    return await wait_for_pad_message(house, pad)


async def open_private_message(house: House, who: str, pad: Json) -> Json:
    """Return a private message of the pad's."""
    return (await house.press(who, pad, "More")).get("message") or {}


async def begin_draft(house: House, who: str, pad: Json) -> int:
    """Begin a draft as somebody; return its number."""
    await house.press(who, pad, "Who played …")
    user = int(house.sandbox.people.user(who)["id"])
    draft = await house.store.pads.draft_of(number_of(pad), user, NEW_HAND)
    assert draft is not None
    return draft.id


async def count_changes(house: House, pad: Json) -> int:
    """Return the number of the pad's last change, as it is kept."""
    record = await house.store.pads.pad(number_of(pad))
    assert record is not None
    return record.seq


async def test_every_verb_of_pads_has_a_case() -> None:
    async with start_room() as house:
        every = house.services.router.routes().items()
        assert {verb for verb, route in every if route.handler.__module__.startswith("cogs.pads")} == {
            *CASES,
            *OPENING_VERBS,
        }


@pytest.mark.parametrize("on", ["public", "private"])
async def test_on_the_other_kind_of_message_a_verb_does_nothing(on: str) -> None:
    """Whatever the id says, a private answer never takes the pad's place."""
    async with start_room() as house:
        pad = await open_pad_with_hand(house)
        draft, seq = await begin_draft(house, HOST, pad), await count_changes(house, pad)
        for verb, registered in house.services.router.routes().items():
            if verb not in CASES or registered.on in {on, "anywhere"}:
                continue
            message = pad if on == "public" else await open_private_message(house, HOST, pad)
            number = draft if CASES[verb].of == "draft" else number_of(pad)
            answer = await house.forge(HOST, message, build_custom_id(verb, number), *CASES[verb].values)
            assert response_text(answer) == MISPLACED_TEXT, verb
        assert await count_changes(house, pad) == seq
        assert buttons(await wait_for_pad_message(house, pad))


async def test_a_number_of_nothing_is_answered_and_changes_nothing() -> None:
    """Pads and drafts that there are not, and what is no number: each verb meets some of these."""
    async with start_room() as house:
        pad = await open_pad_with_hand(house)
        seq, of_each = await count_changes(house, pad), cycle(NONSENSE)
        for verb, registered in house.services.router.routes().items():
            if verb not in CASES:
                continue
            message = pad if registered.on == "public" else await open_private_message(house, HOST, pad)
            for number in islice(of_each, NUMBERS_EACH):
                answer = await house.forge(HOST, message, build_custom_id(verb, number), *CASES[verb].values)
                assert response_text(answer) in {NO_PAD, NO_DRAFT}, (verb, number, response_text(answer))
                assert is_private(answer), verb
        assert await count_changes(house, pad) == seq


async def test_no_verb_reaches_a_pad_of_another_server_nor_anothers_draft() -> None:
    """Its presser is told that there is no such pad."""
    async with start_room() as house:
        pad, foreign_pad = await open_pad_with_hand(house), await open_pad_with_hand(house)
        draft, foreign = await begin_draft(house, HOST, pad), await begin_draft(house, HOST, foreign_pad)
        await house.execute("UPDATE pads SET guild = guild + 1 WHERE id = ?", number_of(foreign_pad))
        house.services.pads._known.clear()
        seqs = await count_changes(house, pad), await count_changes(house, foreign_pad)
        for verb, registered in house.services.router.routes().items():
            if verb not in CASES:
                continue
            of_draft = CASES[verb].of == "draft"
            for who, number in (
                (HOST, foreign if of_draft else number_of(foreign_pad)),
                *([(BYSTANDER, draft)] * of_draft),
            ):
                message = pad if registered.on == "public" else await open_private_message(house, who, pad)
                answer = await house.forge(who, message, build_custom_id(verb, number), *CASES[verb].values)
                assert response_text(answer) in {NO_PAD, NO_DRAFT}, (verb, response_text(answer))
        assert (await count_changes(house, pad), await count_changes(house, foreign_pad)) == seqs


OPENING_VERBS: Final = ("submit_pad_form", "open_pad", "import_sheet")
"""They name no pad, for they open one: see test_opening.py, test_help.py and test_importing.py."""

PUBLIC_VERBS: Final = {"join_pad", "post_pad"}
"""What anybody may do."""


@pytest.mark.parametrize("who", [BYSTANDER, HOST])
async def test_nonsense_behind_the_number_gets_an_answer(who: str) -> None:
    """A sentence, a panel or a form, never an error of ours; what a bystander presses changes nothing at all."""
    async with start_room() as house:
        pad = await open_pad_with_hand(house)
        seq, of_each = await count_changes(house, pad), cycle(NONSENSE)
        for verb, registered in house.services.router.routes().items():
            if verb not in CASES or verb in PUBLIC_VERBS:
                continue
            message = pad if registered.on == "public" else await open_private_message(house, who, pad)
            for args, values in list_wrong_inputs(CASES[verb], of_each):
                number = number_of(pad) if CASES[verb].of == "pad" else await begin_draft(house, HOST, pad)
                answer = await house.forge(who, message, build_custom_id(verb, number, args), *values)
                assert answer["state"] in {"message", "update", "modal"}, (verb, args, values)
                assert ERROR_TEXT not in response_text(answer), (verb, args, values)
            if who == BYSTANDER:
                assert await count_changes(house, pad) == seq, verb


def list_wrong_inputs(case: Case, of_each: Iterator[str]) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return what no button of a verb says: missing arguments, and arguments or values that are nonsense.

    All verbs read numbers by one function (tests/bot/common/test_id_codes.py), so each meets some nonsense.
    """
    args = [*(case.args[:place] for place in range(len(case.args)))]
    for place in range(len(case.args)):
        args += [(*case.args[:place], text, *case.args[place + 1 :]) for text in islice(of_each, NUMBERS_EACH)]
    wrong = [(case.args, (text or "none",)) for text in islice(of_each, NUMBERS_EACH)] if case.values else []
    return [*((arg, case.values) for arg in args), *wrong]
