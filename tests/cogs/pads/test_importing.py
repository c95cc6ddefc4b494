"""`/pad import` over the wire: a file is taken whole, once, or not at all, and what is wrong in it is named."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import discord
import pytest

from bot.pads import commands
from bot.pads.commands import PadActor
from bot.pads.consent_commands import agree
from bot.pads.exporting.files import format_csv, format_json
from bot.pads.importing.reader import MAX_FILE_BYTES
from bot.pads.pad import Pad
from bot.pads.pads import Pads
from cogs.pads import importing
from data.standings.records import Origin
from tests.bot.pads.samples import free, large
from tests.cogs.member.erasure import erase_person
from tests.cogs.pads.sheets import CHANNEL, enter_hand, import_file, number_of, open_pad, wait_for_pad_message
from tests.support.house import House
from tests.support.messages import buttons, text
from tests.support.standings import pad_results
from tests.support.wire_tables import (
    BYSTANDER,
    HOST,
    OTHER,
    SEATED,
    is_private,
    new_interaction_id,
    person,
    response_text,
    start_room,
)

SMALL_PAD = free((3, -3), (1, None), names=("Ann", "*Bob*"))


async def list_pads(house: House) -> list[Pad]:
    """Return all pads there are."""
    results: list[Pad] = []
    while record := await house.store.pads.pad(len(results) + 1):
        results.append(Pad(record))
    return results


async def test_a_file_opens_a_pad_for_all_to_see_and_says_who_did_it() -> None:
    """Its players are guests; the importer keeps it, and has entered its hands by giving the command."""
    async with start_room() as house:
        for place, (file, name) in enumerate(
            ((format_csv(SMALL_PAD), "a.csv"), (format_json(SMALL_PAD), "whatever")), 1
        ):
            answer = await import_file(house, HOST, file, name, **({"name": "@everyone _ours_"} if place == 2 else {}))
            assert answer["state"] == "message"
            assert not is_private(answer)
            answer_text = response_text(answer)
            assert f"kept by {HOST}" in answer_text
            assert "Ann** 4 · guest" in answer_text
            assert "@everyone" not in answer_text
            pad = await house.services.pads.find(number_of(answer.get("message") or {}))
            assert pad.id == place
            assert (pad.record.name, pad.totals) == ("@everyone _ours_" if place == 2 else "Friday", SMALL_PAD.totals)
            assert {(hand.by_name, hand.rev) for hand in pad.record.hands} == {(HOST, 1)}
            (entered,) = {hand.entered for hand in pad.record.hands}
            assert 0 <= pad.record.created - entered < 1000  # the store opens it a moment later
            assert [player.user for player in pad.record.players] == [None, None]
            more = await house.press(BYSTANDER, answer.get("message") or {}, "More")
            changes = await house.press(BYSTANDER, more.get("message") or {}, "Changes")
            assert f"**{HOST}** imported the pad with 2 hands" in response_text(changes)


async def test_a_table_of_a_spreadsheet_is_asked_about_and_then_a_pad() -> None:
    """Nothing is kept before somebody says who wins by its points; its columns that are nobody's are named."""
    table = "Round;Ann;Bob;Cid;Total\n1;5;3;2;10\n2;1;;9;10\n"
    async with start_room() as house:
        for wins in ("most", "fewest"):
            answer = await import_file(house, HOST, table.encode(), "club.csv", name=f"Club: {wins}")
            assert is_private(answer)
            assert "2 rounds, 3 players. Totals: Ann 6, Bob 3 and Cid 11." in response_text(answer)
            assert "Not taken: “Round” and “Total”." in response_text(answer)
            before = len(await list_pads(house))
            cancelled = await house.press(HOST, answer.get("message") or {}, "Cancel")
            assert response_text(cancelled) == "Nothing has changed."
            assert len(await list_pads(house)) == before
            answer = await import_file(house, HOST, table.encode(), "club.csv", name=f"Club: {wins}")
            imported = await house.press(HOST, answer.get("message") or {}, f"Import: {wins} points win")
            assert not is_private(imported)
            pad = (await list_pads(house))[-1]
            assert (pad.record.name, pad.record.options["wins"], pad.totals) == (
                f"Club: {wins}",
                wins,
                {1: 6, 2: 3, 3: 11},
            )
            assert [hand.players for hand in pad.counted] == [(1, 2, 3), (1, 3)]


async def test_a_button_that_imports_a_table_of_no_message_does_nothing() -> None:
    """Somebody put it below a message without a file, or with another word."""
    async with start_room() as house:
        question = await import_file(house, HOST, b"Round,Ann,Bob\n1,5,3\n2,1,2\n", "club.csv")
        message = question.get("message") or {}
        for custom_id in ("eh:import_sheet", "eh:import_sheet:all:x", "eh:import_sheet:1:most"):
            answer = await house.forge(HOST, message, custom_id)
            assert is_private(answer)
            assert "Send the file again" in response_text(answer)
        assert await list_pads(house) == []


async def test_imported_pad_can_be_corrected_linked_and_finished() -> None:
    async with start_room() as house:
        answer = await import_file(house, HOST, format_json(SMALL_PAD))
        pad = number_of(answer.get("message") or {})
        ann = house.sandbox.people.user(BYSTANDER)["id"]
        message = (await house.press(HOST, answer.get("message") or {}, "More")).get("message") or {}
        host = PadActor(person(house, HOST), new_interaction_id(house))
        await house.services.pads.change(pad, commands.link(host, 1, int(ann), BYSTANDER))
        await house.services.pads.change(pad, agree(PadActor(person(house, BYSTANDER), new_interaction_id(house)), 1))
        await house.forge(HOST, message, f"eh:strike_pad_hand:{pad}:2:1:1")
        await house.forge(HOST, message, f"eh:finish_pad:{pad}:1")
        finished = await house.services.pads.find(pad)
        assert finished.totals == {1: 3, 2: -3}
        assert finished.players[1].user == int(ann)
        second_import = await import_file(house, HOST, format_json(finished))
        assert "This pad is finished." in response_text(second_import)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "- The file is empty."),
        ("Mühle".encode("latin-1"), "UTF-8"),
        (b"points,3", "No players were found."),
        (b"{", "Not JSON"),
        (b"%PDF-1.7", "Import the CSV or JSON from"),
        (format_csv(SMALL_PAD).replace(b",3,-3,", b",3,-4,"), "line 14: \\*Bob\\*'s hands add up to -4"),
    ],
)
async def test_file_that_is_no_pad_is_refused_privately(data: bytes, words: str) -> None:
    async with start_room() as house:
        answer = await import_file(house, HOST, data)
        assert is_private(answer)
        assert response_text(answer).startswith("Nothing was imported:")
        assert words in response_text(answer)
        assert await list_pads(house) == []
        assert house.sandbox.people.messages(BYSTANDER, CHANNEL) == []


def make_wrong_file(count: int) -> bytes:
    """Return a file of so many hands, each with points that do not come of it."""
    file = json.loads(format_json(large(3, count)))
    for hand in file["hands"]:
        hand["points"][0] += 1
    return json.dumps(file).encode()


async def test_many_faults_are_a_message_and_all_of_them_a_file() -> None:
    """The first stand in the message; where the bot may attach no file they have to do."""
    async with start_room() as house:
        answer = await import_file(house, HOST, make_wrong_file(500))
        assert is_private(answer)
        assert response_text(answer).endswith("- and 480 more")
        ((name, written),) = (await house.files(answer.get("message") or {})).items()
        assert name == importing.PROBLEMS_FILENAME
        assert written.decode().count("The points must be") == 500
        few = await import_file(house, HOST, make_wrong_file(3))
        assert (few.get("message") or {})["attachments"] == []
        house.sandbox.set_bot_permissions(CHANNEL, attach_files=False)
        bare = await import_file(house, HOST, make_wrong_file(500))
        assert response_text(bare).endswith("- and 480 more")
        assert (bare.get("message") or {})["attachments"] == []


async def test_faults_that_are_found_late_are_private_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer was promised for all to see by then: that promise goes."""
    async with start_room() as house:
        read = importing.read

        async def read_slowly(data: bytes, clock: Any) -> Any:
            await asyncio.sleep(2)
            return await read(data, clock)

        monkeypatch.setattr(importing, "read", read_slowly)
        answer = await import_file(house, HOST, make_wrong_file(40))
        assert is_private(answer)
        assert importing.PROBLEMS_FILENAME in await house.files(answer.get("message") or {})
        assert house.sandbox.people.messages(BYSTANDER, CHANNEL) == []
        good = await import_file(house, HOST, format_csv(SMALL_PAD))
        assert buttons(good.get("message") or {})["More"]
        assert not is_private(good)


async def test_too_large_files_are_not_fetched_and_lost_files_are_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with start_room() as house:
        monkeypatch.setattr(discord.Attachment, "read", None)  # whoever asked for it would fail
        assert "at most 2 MB" in response_text(await import_file(house, HOST, bytes(MAX_FILE_BYTES + 1)))
        for error in (discord.DiscordException("gone"), OSError("reset"), TimeoutError()):

            async def raise_error(_: discord.Attachment, error: Exception = error) -> bytes:
                raise error

            monkeypatch.setattr(discord.Attachment, "read", raise_error)
            answer = await import_file(house, HOST, format_csv(SMALL_PAD))
            assert is_private(answer)
            assert response_text(answer) == importing.NOT_GIVEN
        assert await list_pads(house) == []


async def test_one_command_that_comes_twice_opens_one_pad() -> None:
    async with start_room() as house:
        house.tolerate = lambda request: "already been acknowledged" in str(request.answer)
        house.sandbox.faults.add("twice", times=1)
        await import_file(house, HOST, format_csv(SMALL_PAD))
        await house.until(lambda: not house.services.responder.under_way)
        assert len(await list_pads(house)) == 1
        messages = [
            message for message in house.sandbox.people.messages(BYSTANDER, CHANNEL) if "Friday" in text(message)
        ]
        assert len(messages) == 1


async def test_member_without_permission_imports_no_pad(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whom moderators keep from the tables, and where the bot cannot post; no file is read for them."""
    async with start_room() as house:
        monkeypatch.setattr(discord.Attachment, "read", None)
        member = house.sandbox.people.user(BYSTANDER)["id"]
        await house.meant("Ada", "moderate ban", "Ban", member=member)
        banned = await import_file(house, BYSTANDER, format_csv(SMALL_PAD))
        assert is_private(banned)
        house.sandbox.set_bot_permissions(CHANNEL, send_messages=False)
        assert "For a pad here I need the permission Send Messages." in response_text(
            await import_file(house, HOST, format_csv(SMALL_PAD))
        )
        assert await list_pads(house) == []


async def export_file(house: House, pad: Any, ending: str) -> bytes:
    """Return a file of a pad, as its button gives it."""
    mark = await house.store.privacy.database_id()
    return format_csv(pad, mark) if ending == "csv" else format_json(pad, mark)


@pytest.mark.parametrize("ending", ["csv", "json"])
async def test_a_file_whose_pad_is_here_is_taken_only_if_its_importer_says_so_again(ending: str) -> None:
    """The question is for them alone, and has the file; a copy of a copy is known, too; not what one does not see."""
    async with start_room() as house:
        first = await open_pad(house, HOST, "free", name="Club", guests="Ann")
        await enter_hand(house, HOST, first, "Enter points", points="1 2")
        pad = await house.services.pads.find(number_of(first))
        answer = await import_file(house, OTHER, await export_file(house, pad, ending), f"pad.{ending}", name="a:b")
        assert is_private(answer)
        assert "Import Club again?" in response_text(answer)
        assert len(await list_pads(house)) == 1
        message = answer.get("message") or {}
        second_import = await house.press(OTHER, message, "Import again")
        assert not is_private(second_import)
        position = await house.services.pads.find(2)
        assert (position.record.name, position.totals, position.record.channel) == (
            "a:b",
            pad.totals,
            pad.record.channel,
        )
        assert [(player.source_pad, player.source_number) for player in position.record.players] == [(1, 1), (1, 2)]
        assert (await Pads(house.store).find(2)).record.players == position.record.players
        other = await import_file(house, OTHER, await export_file(house, position, ending), f"pad.{ending}")
        assert "again?" in response_text(other)
        mark = await house.store.privacy.database_id()
        strange = (await export_file(house, pad, ending)).replace(mark.encode(), b"f" * 16)
        assert "a:b" not in response_text(await import_file(house, OTHER, strange, f"pad.{ending}"))
        assert len(await list_pads(house)) == 3


async def test_of_an_imported_pad_nothing_is_said_to_have_been_changed() -> None:
    async with start_room() as house:
        answer = await import_file(house, HOST, format_json(free((3, -3), (1, None), (2, 2), names=("Ann", "Bob"))))
        assert "has been changed since" not in response_text(answer)


async def test_an_imported_pad_joins_no_club_night_by_itself() -> None:
    """Somebody may bring it in."""
    async with start_room() as house:
        await house.sandbox.people.command(HOST, CHANNEL, "night begin", {"name": "Friday"})
        await import_file(house, HOST, format_json(SMALL_PAD))
        night = await house.store.nights.night(1)
        assert night is not None
        assert await house.store.nights.parts_of(night) == []
        await house.store.nights.set_part(1, Origin("pad", 1), belongs=True)
        night = await house.store.nights.night(1)
        assert night is not None
        assert await house.store.nights.parts_of(night) == [Origin("pad", 1)]


async def test_for_each_name_a_person_of_the_server_is_proposed_who_has_used_the_bot() -> None:
    """They are asked like anybody else; nobody is proposed who has not, and anybody else is chosen."""
    async with start_room() as house:
        await open_pad(house, SEATED, "free")
        answer = await import_file(house, HOST, format_json(free((3, -3, 1), names=(SEATED.upper(), OTHER, "Zed"))))
        pad = number_of(answer.get("message") or {})

        def find_question() -> Any:
            messages = house.sandbox.people.messages(HOST, CHANNEL)
            return next(
                (item for item in messages if item["flags"] & 64 and f"Is {SEATED.upper()} <@" in text(item)), None
            )

        panel: Any = await house.until(find_question)
        assert [button for button in buttons(panel) if " is " in button] == [f"{SEATED.upper()} is {SEATED}"]
        assert not panel["mentions"]
        linked = await house.press(HOST, panel, f"{SEATED.upper()} is {SEATED}")
        assert "The member is asked first." in response_text(linked)
        position = await house.services.pads.find(pad)
        assert position.requests_by_player[1].user == person(house, SEATED).id
        assert position.players[1].user is None
        forged = await house.forge(HOST, panel, f"eh:confirm_guest_link:{pad}:2:{person(house, OTHER).id}")
        assert "Nothing was done." in response_text(forged)


async def test_erased_person_has_no_name_in_copies_and_older_files() -> None:
    """Nor in what counts; the others keep theirs."""
    async with start_room() as house:
        first = await open_pad(house, SEATED, "free", guests="Ann")
        await enter_hand(house, SEATED, first, "Enter points", points="1 2")
        file = await export_file(house, await house.services.pads.find(1), "json")
        answer = await import_file(house, HOST, file, "pad.json")
        copy = (await house.press(HOST, answer.get("message") or {}, "Import again")).get("message") or {}
        hands, _ = await pad_results(house, number_of(copy))
        assert SEATED in text(await wait_for_pad_message(house, copy))
        assert None not in [part.user for part in hands[0].parts]
        await erase_person(house, SEATED)
        pad_text = text(await wait_for_pad_message(house, copy))
        assert SEATED not in pad_text
        assert "Ann" in pad_text
        hands, _ = await pad_results(house, number_of(copy))
        assert [part.user is None for part in hands[0].parts] == [True, False]
        answer = await import_file(house, HOST, file, "pad.json")
        late_import = (await house.press(HOST, answer.get("message") or {}, "Import again")).get("message") or {}
        assert SEATED not in text(late_import)
