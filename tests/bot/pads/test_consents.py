"""Who is made a player by others: a guest in all that counts until they agree, for good if they refuse."""

from __future__ import annotations

from typing import Any

import pytest

from bot.common.errors import Declined, Stale
from bot.nights.summary import summarize_pad
from bot.pads import commands, contests
from bot.pads.consent_commands import agree, refuse
from bot.pads.contests import CONTEST_PERIOD_MS
from bot.pads.pad import Pad
from bot.pads.pads import Pads
from bot.standings.pad_results import game_result, hand_results
from data.pads.records import EntryTime, PadWrite
from tests.support.pads import ADA, BELA, CLEO, GUILD, Person, enter_hand, make_pad_actor, open_pad, reload_pad

DORA = Person(14, "Dora")
NOW = 5_000


async def open_pad_with_cleo(pads: Pads, *guests: str) -> Pad:
    """Return a pad of Ada and Bela to which Ada has brought Cleo, with a hand of all."""
    pad = await open_pad(pads, "free", *guests)
    pad, _ = await pads.change(pad.id, commands.add_players(make_pad_actor(ADA), [(CLEO.id, "Cleo")]))
    return await enter_hand(pads, pad, {"points": list(range(1, len(pad.playing) + 1))})


async def link_guest(pads: Pads) -> Pad:
    """Return a pad with a guest who has played a hand, and of whom Ada says that it is Cleo."""
    pad = await open_pad(pads, "free", "Grandma")
    pad = await enter_hand(pads, pad, {"points": [1, 2, 3]})
    pad, _ = await pads.change(pad.id, commands.link(make_pad_actor(ADA), 3, CLEO.id, "Cleo"))
    return pad


def list_users(pad: Pad) -> list[int | None]:
    """Return whose the parts of the first hand are; those of the game are the same people's."""
    finished = Pad(pad.record.__class__(**{**read_fields(pad), "status": "finished"}))
    game = game_result(finished, 1)
    numbers = [part.user for part in hand_results(pad)[0].parts]
    assert game is not None
    assert [part.user for part in game.parts] == numbers
    return numbers


def read_fields(pad: Pad) -> dict[str, Any]:
    return {name: getattr(pad.record, name) for name in pad.record.__slots__}


@pytest.mark.parametrize("make_pad", [open_pad_with_cleo, link_guest])
async def test_hands_of_an_added_member_count_only_with_consent(pads: Pads, make_pad: Any) -> None:
    """Then all does that was entered before; until then the night says that it is not confirmed."""
    pad = await make_pad(pads)
    assert list_users(pad) == [ADA.id, BELA.id, None]
    assert {player.who: player.unconfirmed for player in summarize_pad(pad).players}[CLEO.id] == 1
    pad, _ = await pads.change(pad.id, agree(make_pad_actor(CLEO), NOW))
    assert list_users(pad) == [ADA.id, BELA.id, CLEO.id]
    assert {player.who: player.unconfirmed for player in summarize_pad(pad).players}[CLEO.id] == 0
    assert (await reload_pad(pads, pad)).record == pad.record
    with pytest.raises(Stale, match="You play on this pad already"):
        await pads.change(pad.id, agree(make_pad_actor(CLEO), NOW))
    with pytest.raises(Declined, match="You play on this pad already"):
        await pads.change(pad.id, refuse(make_pad_actor(CLEO), NOW))


@pytest.mark.parametrize(("make_pad", "name"), [(open_pad_with_cleo, "Cleo"), (link_guest, "Grandma")])
async def test_refusal_makes_a_member_a_guest_for_good(pads: Pads, make_pad: Any, name: str) -> None:
    """By the name that the guest had before; neither they nor a keeper can change that on this pad, but on another."""
    pad = await make_pad(pads)
    pad, _ = await pads.change(pad.id, refuse(make_pad_actor(CLEO), NOW))
    assert list_users(pad) == [ADA.id, BELA.id, None]
    assert pad.players[3].name == name
    for build in (agree(make_pad_actor(CLEO), NOW), commands.add_players(make_pad_actor(CLEO), [(CLEO.id, "Cleo")])):
        with pytest.raises((Declined, Stale), match="You asked to be left out"):
            await pads.change(pad.id, build)
    pad, _ = await pads.change(pad.id, commands.add_players(make_pad_actor(ADA), [(None, "Fay")]))
    for build in (
        commands.link(make_pad_actor(ADA), 4, CLEO.id, "Cleo"),
        commands.add_players(make_pad_actor(ADA), [(CLEO.id, "Cleo")]),
    ):
        with pytest.raises(Declined, match="Cleo does not want to play on this pad"):
            await pads.change(pad.id, build)
    pad, _ = await pads.change(pad.id, commands.leave(make_pad_actor(ADA), 3))
    with pytest.raises(Declined, match="Cleo does not want to play on this pad"):
        await pads.change(pad.id, commands.add_players(make_pad_actor(ADA), [(CLEO.id, "Cleo")]))
    assert (await reload_pad(pads, pad)).record == pad.record
    other = await open_pad_with_cleo(pads)
    other, _ = await pads.change(other.id, agree(make_pad_actor(CLEO), NOW))
    assert list_users(other) == [ADA.id, BELA.id, CLEO.id]


async def test_changing_the_pad_is_consent_that_can_be_withdrawn(pads: Pads) -> None:
    pad = await enter_hand(pads, await open_pad_with_cleo(pads), {"points": [1, 1, 1]}, CLEO)
    assert list_users(pad) == [ADA.id, BELA.id, CLEO.id]
    assert pad.consents[CLEO.id].state == "used"
    pad, _ = await pads.change(pad.id, refuse(make_pad_actor(CLEO), NOW))
    assert list_users(pad) == [ADA.id, BELA.id, None]


async def test_consent_on_a_finished_pad_counts_its_game(pads: Pads) -> None:
    pad = await open_pad_with_cleo(pads)
    pad, _ = await pads.change(pad.id, commands.finish(make_pad_actor(ADA), over=True))
    pad, _ = await pads.change(pad.id, agree(make_pad_actor(CLEO), NOW))
    game = game_result(pad, 1)
    assert game is not None
    assert [part.user for part in game.parts if part.won] == [CLEO.id]


async def test_a_keeper_who_says_that_a_guest_is_themselves_is_asked_nothing(pads: Pads) -> None:
    pad = await open_pad(pads, "free", "Mum")
    pad, _ = await pads.change(pad.id, commands.leave(make_pad_actor(ADA), 1))
    pad = await enter_hand(pads, pad, {"points": [1, 2]})
    pad, _ = await pads.change(pad.id, commands.link(make_pad_actor(ADA), 3, ADA.id, "Ada"))
    assert list_users(pad) == [BELA.id, ADA.id]


async def test_guest_reassigned_to_another_member_no_longer_belongs_to_the_first(pads: Pads) -> None:
    """A slip of the keeper's: only the second can say yes to it."""
    pad = await link_guest(pads)
    pad, _ = await pads.change(pad.id, commands.link(make_pad_actor(ADA), 3, DORA.id, "Dora"))
    pad, _ = await pads.change(pad.id, agree(make_pad_actor(CLEO), NOW))
    assert list_users(pad) == [ADA.id, BELA.id, None]
    pad, _ = await pads.change(pad.id, agree(make_pad_actor(DORA), NOW))
    assert list_users(pad) == [ADA.id, BELA.id, DORA.id]
    assert (await reload_pad(pads, pad)).record == pad.record


async def test_added_member_is_no_guest_to_link(pads: Pads) -> None:
    pad = await open_pad_with_cleo(pads)
    with pytest.raises(Declined, match="That player is not a guest"):
        await pads.change(pad.id, commands.link(make_pad_actor(ADA), 3, DORA.id, "Dora"))
    with pytest.raises(Declined, match="Cleo is on this pad already"):
        await pads.change(pad.id, commands.add_players(make_pad_actor(ADA), [(CLEO.id, "Cleo")]))


async def test_a_blocked_keeper_brings_links_and_makes_keepers_of_nobody_who_blocked_them(pads: Pads) -> None:
    """They are told what they would be told of somebody who refused."""
    pad = await open_pad(pads, "free", "Grandma")
    await pads.store.blocks.add((CLEO.id, "Cleo"), (ADA.id, "Ada"))
    for build in (
        commands.add_players(make_pad_actor(ADA), [(None, "Fay"), (CLEO.id, "Cleo")]),
        commands.link(make_pad_actor(ADA), 3, CLEO.id, "Cleo"),
    ):
        with pytest.raises(Declined, match=r"^Cleo does not want to play on this pad\."):
            await pads.change(pad.id, build)
    with pytest.raises(Declined, match="Cleo cannot be a keeper"):
        await pads.change(pad.id, commands.set_keepers(make_pad_actor(ADA), [(CLEO.id, "Cleo")]))
    assert (await pads.find(pad.id)).record == pad.record
    pad, _ = await pads.change(pad.id, commands.add_players(make_pad_actor(CLEO), [(CLEO.id, "Cleo")]))
    assert pad.players[4].user == CLEO.id


async def test_player_who_left_can_only_return_by_themselves(pads: Pads) -> None:
    """What they played stays theirs; whom a keeper let leave, a keeper lets come back, unless blocked since."""
    pad = await enter_hand(pads, await open_pad(pads, "free"), {"points": [1, 2]})
    pad, _ = await pads.change(pad.id, commands.leave(make_pad_actor(BELA), 2))
    with pytest.raises(Declined, match="Bela left this pad"):
        await pads.change(pad.id, commands.add_players(make_pad_actor(ADA), [(BELA.id, "Bela")]))
    pad, _ = await pads.change(pad.id, commands.add_players(make_pad_actor(BELA), [(BELA.id, "Bela")]))
    pad, _ = await pads.change(pad.id, commands.leave(make_pad_actor(ADA), 2))
    pad, _ = await pads.change(pad.id, commands.add_players(make_pad_actor(ADA), [(BELA.id, "Bela")]))
    assert (pad.players[2].state, pad.players[2].user) == ("in", BELA.id)
    pad, _ = await pads.change(pad.id, commands.leave(make_pad_actor(ADA), 2))
    await pads.store.blocks.add((BELA.id, "Bela"), (ADA.id, "Ada"))
    with pytest.raises(Declined, match="Bela does not want to play"):
        await pads.change(pad.id, commands.add_players(make_pad_actor(ADA), [(BELA.id, "Bela")]))


async def test_contest_day_begins_when_the_player_is_informed(pads: Pads) -> None:
    """Of whoever came by themselves it begins with the entry."""
    pad = await link_guest(pads)
    hand, entry_time, informed_at = pad.hands[1], EntryTime(2, 1_000), 1_000 + CONTEST_PERIOD_MS + 1
    assert "only for a day" in contests.refusal(pad, make_pad_actor(BELA), hand, entry_time, informed_at)
    assert contests.refusal(pad, make_pad_actor(CLEO), hand, entry_time, informed_at) == ""
    pads.clock = lambda: informed_at
    await pads.note_informed(pad.id, [CLEO.id])
    pad = await pads.find(pad.id)
    assert contests.refusal(pad, make_pad_actor(CLEO), hand, entry_time, informed_at + CONTEST_PERIOD_MS) == ""
    assert "only for a day" in contests.refusal(
        pad, make_pad_actor(CLEO), hand, entry_time, informed_at + CONTEST_PERIOD_MS + 1
    )
    assert (await reload_pad(pads, pad)).record == pad.record
    pad, _ = await pads.change(
        pad.id, contests.contest(make_pad_actor(CLEO), 1, hand.rev, "", entry_time, informed_at + 1)
    )
    assert pad.hands[1].state == "contested"


async def test_member_removed_before_an_answer_is_asked_once(pads: Pads) -> None:
    pad = await open_pad(pads, "free")
    for _ in range(2):
        pad, _ = await pads.change(pad.id, commands.add_players(make_pad_actor(ADA), [(CLEO.id, "Cleo")]))
        (number,) = pad.requests_by_player
        assert pad.consents[CLEO.id].seq == 2
        pad, _ = await pads.change(pad.id, commands.leave(make_pad_actor(ADA), number))
        assert not pad.requests_by_player
    assert (await reload_pad(pads, pad)).record == pad.record


@pytest.mark.parametrize("used", [False, True])
async def test_a_banned_person_becomes_no_player(pads: Pads, used: bool) -> None:
    pad = await open_pad_with_cleo(pads)
    await pads.store.moderation.ban(GUILD, (CLEO.id, "Cleo"), (ADA.id, "Ada"), "")
    with pytest.raises(Declined, match="Moderators have banned you"):
        await pads.change(pad.id, agree(make_pad_actor(CLEO), NOW, used=used))
    pad = await pads.find(pad.id)
    assert pad.consents[CLEO.id].state == "asked"
    assert list_users(pad) == [ADA.id, BELA.id, None]
    pad, _ = await pads.change(pad.id, refuse(make_pad_actor(CLEO), NOW))
    assert pad.consents[CLEO.id].state == "refused"


async def test_a_banned_person_who_was_asked_becomes_no_player_by_a_change(pads: Pads) -> None:
    pad = await open_pad_with_cleo(pads)
    await pads.store.moderation.ban(GUILD, (CLEO.id, "Cleo"), (ADA.id, "Ada"), "")
    with pytest.raises(Declined, match="Moderators have banned you"):
        await pads.change(
            pad.id, contests.contest(make_pad_actor(CLEO), 1, pad.hands[1].rev, "", EntryTime(2, NOW), NOW)
        )
    assert (await pads.find(pad.id)).consents[CLEO.id].state == "asked"


async def test_notice_that_is_noted_while_a_hand_is_stored_stays_noted(
    pads: Pads, monkeypatch: pytest.MonkeyPatch
) -> None:
    pad = await open_pad_with_cleo(pads)
    write = pads.store.pads.write

    async def write_after_notice(change: PadWrite) -> Any:
        await pads.note_informed(pad.id, [CLEO.id])
        return await write(change)

    monkeypatch.setattr(pads.store.pads, "write", write_after_notice)
    pad = await enter_hand(pads, pad, {"points": [4, 5, 6]})
    assert pad.consents[CLEO.id].informed_at is not None
    assert (await reload_pad(pads, pad)).record == pad.record
