"""What those at a table are told: who did it, what follows, whom it mentions; and nothing that matters no longer."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.tables.commands import leave_and_end, lobby, play, substitutes, take_computer_seat
from bot.tables.model.actor import Actor
from bot.tables.model.table_state import TableState
from bot.tables.services import absence
from bot.tables.services.tables import Tables
from bot.ui.game.players import Players
from bot.ui.kit.notice import Notice
from bot.ui.table import announcements
from bot.ui.table.votes import open_questions
from cogs.games.voren.presenter import VorenPresenter
from data.tables.events import EventKind
from data.tables.records import SeatRecord
from tests.support.numbers import IDS
from tests.support.people import ADA, BELA, CLEO, PEOPLE_BY_ID, Person, make_actor
from tests.support.tables import VOREN, begin_hand, open_lobby, play_to_end

DORA = Person(14, "Dora")
PRESENTER = VorenPresenter()
LONGEST = 2000
"""Letters that Discord takes in a message's content."""

ASKED_TO_END = "you are asked to end it"


def list_players(live: TableState) -> Players:
    """Return the names of those who sit there."""
    return Players(live.names())


async def read_notice(tables: Tables, live: TableState, kind: str) -> Notice | None:
    """Return what is told of the last event of this kind."""
    events = await tables.store.tables.log(live.id)
    at = max(place for place, event in enumerate(events) if event.kind == kind)
    return announcements.announce(
        live, events[at], events[at + 1] if at + 1 < len(events) else None, list_players(live)
    )


def read_label(notice: Notice) -> str | None:
    """Return what a notice's button says."""
    return notice.buttons[0]["label"] if notice.buttons else None


async def test_leaving_is_told_with_who_plays_on_and_who_is_host_now(tables: Tables) -> None:
    """Whoever leaves the table to nobody is told to have closed it."""
    live = await begin_hand(tables, BELA)
    await leave_and_end.leave(tables, live.id, make_actor(ADA))
    name = f"Voren, table {live.id}"
    notice = await read_notice(tables, live, "leave")
    assert notice is not None
    assert notice._replace(buttons=()) == Notice(
        f"**{name}: Ada left.** Ambrose, a computer player, plays on.",
        "Bela is the host now.",
    )
    assert read_label(notice) == "Ask for the seat"
    await leave_and_end.leave(tables, live.id, make_actor(BELA))
    assert await read_notice(tables, live, "leave") == Notice(
        f"**{name}: Bela left.**",
        "Nobody else was seated, so the table is closed. `/table log` still shows it.",
    )


async def test_an_end_mentions_the_other_people_and_says_the_points(tables: Tables) -> None:
    """Not whoever ended it, no computer player and nobody who had left; of a lobby there are no points."""
    live = await begin_hand(tables, BELA, CLEO)
    await leave_and_end.leave(tables, live.id, make_actor(BELA))
    await leave_and_end.end(tables, live.id, make_actor(ADA), moderator=True)
    notice = await read_notice(tables, live, "end")
    assert notice is not None
    assert notice.mentions == (CLEO.id,)
    assert notice.text.startswith(f"**Voren, table {live.id}: Ada ended this table early, as a moderator.** Points: ")
    assert notice.text.endswith(f" <@{CLEO.id}>")
    assert all(f"{name} 0" in notice.text for name in ("Ada", "Ambrose", "Cleo"))
    waiting = await open_lobby(tables, BELA)
    await leave_and_end.end(tables, waiting.id, make_actor(DORA), moderator=True)
    notice = await read_notice(tables, waiting, "end")
    assert notice is not None
    assert notice.mentions == (ADA.id, BELA.id)
    assert f"**Voren, table {waiting.id}: Dora ended this table" in notice.text
    assert "Points" not in notice.text


async def test_posted_announcement_is_recognized_after_changes(tables: Tables) -> None:
    """By its head: a process that was killed after it posted would else post once more what now reads differently."""
    live = await begin_hand(tables, BELA, CLEO, DORA, hands=1)
    await leave_and_end.end(tables, live.id, make_actor(BELA), moderator=False)
    (question,) = [event for event in await tables.store.tables.log(live.id) if event.kind == EventKind.AGREE]
    before = announcements.announce(live, question, None, list_players(live))
    await leave_and_end.end(tables, live.id, make_actor(CLEO), moderator=False, void=True)
    after = announcements.announce(live, question, None, list_players(live))
    assert before is not None
    assert after is not None
    assert before.text != after.text
    assert before.head == after.head
    assert after.text.startswith(after.head)
    rematch = await lobby.open_table(tables, VOREN, {}, (1, 2), make_actor(ADA), live.record.seats)
    first = announcements.rematch_invitation(rematch)
    await lobby.join(tables, rematch.id, make_actor(BELA))
    second = announcements.rematch_invitation(rematch)
    assert first is not None
    assert second is not None
    assert (first.head, first.mentions) == (second.head, (BELA.id, *second.mentions))


async def test_open_question_mentions_players_without_an_answer(tables: Tables) -> None:
    """Those are mentioned whose answer is missing; and nobody is asked what has been settled meanwhile."""
    live = await begin_hand(tables, BELA, CLEO)
    await leave_and_end.end(tables, live.id, make_actor(BELA), moderator=False)
    notice = await read_notice(tables, live, "agree")
    assert notice is not None
    assert (notice.mentions, notice.respondents, notice.personal) == ((), (ADA.id, CLEO.id), False)
    assert notice.mentioned_users(silent=True) == ()
    assert [open_questions(live, seat) for seat in range(3)] == [[ASKED_TO_END], [], [ASKED_TO_END]]
    labels = ["End, keep the scores", "End, scores void", "Not now", "Take my vote back"]
    assert [component["label"] for component in notice.buttons] == labels
    assert f"**Voren, table {live.id}: Bela wants to end the table.**" in notice.text
    assert "More than half of the 3 players must choose the same" in notice.text
    assert "keep the scores (1 so far)" in notice.text
    assert "(0 so far)" in notice.text
    await leave_and_end.end(tables, live.id, make_actor(CLEO), moderator=False)
    assert await read_notice(tables, live, "agree") is None
    ended = await read_notice(tables, live, "end")
    assert ended is not None
    assert f"Voren, table {live.id}: This table was ended early: most players agreed." in ended.text
    assert "Its scores are kept." in ended.text


async def test_withdrawn_end_request_is_reported_and_not_asked_of_its_author(tables: Tables) -> None:
    """As long as others want it the question stands; it began with their words."""
    live = await begin_hand(tables, BELA, CLEO)
    for who, void in ((BELA, False), (CLEO, True)):
        await leave_and_end.end(tables, live.id, make_actor(who), moderator=False, void=void)
    (question, *_) = [event for event in await tables.store.tables.log(live.id) if event.kind == EventKind.AGREE]
    before = announcements.announce(live, question, None, list_players(live))
    await leave_and_end.take_vote_back(tables, live.id, make_actor(BELA))
    after = announcements.announce(live, question, None, list_players(live))
    assert before is not None
    assert after is not None
    assert before.head == after.head == f"**Voren, table {live.id}: Bela wants to end the table.**"
    assert "changed their mind" not in before.rest
    assert after.rest.startswith("Bela has changed their mind; still for it: Cleo. More than half")
    assert (before.respondents, after.respondents) == ((ADA.id,), (ADA.id,))
    _, result = await substitutes.offer(tables, live.id, 1, make_actor(BELA))
    await substitutes.take_over(tables, live.id, 1, result.seq, make_actor(DORA))
    assert announcements.announce(live, question, None, list_players(live)) is None
    again = await read_notice(tables, live, "agree")
    assert again is not None
    assert again.head.startswith(
        f"**Voren, table {live.id}: The players changed, so the vote to end the table began again.**"
    )
    assert again.respondents == (CLEO.id,), "she had agreed; who has Bela's seat now never did"


async def test_requested_seat_stays_on_offer_until_it_is_taken(tables: Tables) -> None:
    """Who said yes is told; a computer player's old question is nobody's any more."""
    live = await begin_hand(tables, BELA, CLEO)
    await leave_and_end.leave(tables, live.id, make_actor(CLEO))
    _, result = await take_computer_seat.ask(tables, live.id, 2, make_actor(DORA))
    notice = await read_notice(tables, live, "ask")
    assert notice is not None
    assert (read_label(notice), notice.mentions, notice.respondents) == ("Let them sit down", (), (ADA.id, BELA.id))
    assert notice.text.startswith(f"**Voren, table {live.id}: Dora wants Ambrose's seat.**")
    await take_computer_seat.sit(tables, live.id, result.seq, make_actor(BELA))
    assert await read_notice(tables, live, "ask") is None
    sat = await read_notice(tables, live, "sit")
    assert sat is not None
    assert (read_label(sat), sat.mentions, sat.personal) == (None, (DORA.id,), True)
    assert sat.text.startswith(f"**Voren, table {live.id}: Dora took over Ambrose's seat.**")
    assert sat.text.endswith(f"Bela agreed. They play on with its cards and points. <@{DORA.id}>")


async def test_applicant_with_an_invisible_name_is_not_named_by_the_seat(
    tables: Tables,
) -> None:
    live = await begin_hand(tables, BELA, CLEO)
    await leave_and_end.leave(tables, live.id, make_actor(CLEO))
    await take_computer_seat.ask(tables, live.id, 2, make_actor(Person(DORA.id, "\u3164")))
    notice = await read_notice(tables, live, "ask")
    assert notice is not None
    assert notice.text.startswith(f"**Voren, table {live.id}: Somebody wants Ambrose's seat.**")


async def open_awaiting_table(tables: Tables) -> tuple[TableState, int, Person, Person]:
    """A table whose host is not awaited, and a third player would give the seat away that is: table, seat, its player,
    and who asked.
    """
    while True:
        live = await begin_hand(tables, BELA, CLEO)
        seat = next(iter(live.decisions))
        if seat != 0:
            break
    absent = PEOPLE_BY_ID[live.record.seats[seat].user or 0]
    other = CLEO if absent == BELA else BELA
    _, result = await leave_and_end.release(tables, live.id, seat, live.decisions[seat], make_actor(other))
    assert result.kind == EventKind.AGREE
    return live, seat, absent, other


async def test_a_seat_given_away_is_told_with_both_names(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who did it, whose it was, who plays on; the question before it is gone when they have moved."""
    monkeypatch.setattr(absence, "ABSENT_AFTER_MS", 0)
    live, seat, absent, other = await open_awaiting_table(tables)
    notice = await read_notice(tables, live, "agree")
    assert notice is not None
    assert read_label(notice) == "I agree"
    assert (notice.mentions, notice.respondents, notice.personal) == ((absent.id,), (ADA.id,), True)
    voted = live.seat_of(other.id)
    wanted = {seat_record.seat: open_questions(live, seat_record.seat) for seat_record in live.record.seats}
    given = f"you are asked to give {absent.display_name}'s seat to a computer"
    assert wanted == {
        0: [given],
        voted: [],
        seat: ["others vote to give your seat to a computer"],
    }
    name = absent.display_name
    assert (
        f"**Voren, table {live.id}: {other.display_name} wants to give {name}'s seat to a computer player.**"
        in notice.text
    )
    await leave_and_end.release(tables, live.id, seat, live.decisions[seat], make_actor(ADA))
    assert await read_notice(tables, live, "agree") is None  # though the computer player has not moved yet
    given = await read_notice(tables, live, "release")
    assert given is not None
    assert read_label(given) == "Ask for the seat"
    assert given._replace(buttons=()) == Notice(
        f"**Voren, table {live.id}: Ada gave {name}'s seat to a computer player.** {name} took too long.",
        "",
        (absent.id,),
        personal=True,
    )


async def test_player_who_moved_is_no_longer_asked(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """The question was written to be told, and they moved before it was."""
    monkeypatch.setattr(absence, "ABSENT_AFTER_MS", 0)
    live, _, absent, _ = await open_awaiting_table(tables)
    await play.act(tables, live.id, "deal", make_actor(absent))
    assert await read_notice(tables, live, "agree") is None


async def test_an_invitation_mentions_those_who_have_not_come(tables: Tables) -> None:
    """With a button to play; nobody when all have, or when it has begun."""
    seats = [
        SeatRecord(1, number, person.id, "person", person.display_name)
        for number, person in enumerate((ADA, BELA, CLEO))
    ]
    live = await lobby.open_table(tables, VOREN, {}, (1, 2), make_actor(BELA), seats)
    notice = announcements.rematch_invitation(live)
    assert notice is not None
    assert notice.mentions == (ADA.id, CLEO.id)
    asks = f"**Rematch: Voren, table {live.id}.** Bela wants to play again. <@{ADA.id}> and <@{CLEO.id}>"
    assert (notice.text, read_label(notice)) == (asks, "Play")
    await lobby.join(tables, live.id, make_actor(CLEO))
    notice = announcements.rematch_invitation(live)
    assert notice is not None
    assert notice.mentions == (ADA.id,)
    await lobby.join(tables, live.id, make_actor(ADA))
    assert announcements.rematch_invitation(live) is None
    await leave_and_end.leave(tables, live.id, make_actor(ADA))
    await lobby.start(tables, live.id, make_actor(BELA))
    assert announcements.rematch_invitation(live) is None
    assert announcements.rematch_invitation(await open_lobby(tables, BELA)) is None


async def test_the_result_is_for_those_who_were_not_there(tables: Tables) -> None:
    """Who won, with how many points; nobody is told who was there, and none of a game that goes on."""
    live = await begin_hand(tables, BELA, hands=1)
    assert announcements.result_notice(live, PRESENTER, list_players(live), (ADA.id,)) is None
    await play_to_end(tables, live)
    assert announcements.result_notice(live, PRESENTER, list_players(live), ()) is None
    notice = announcements.result_notice(live, PRESENTER, list_players(live), (BELA.id,))
    assert notice is not None
    assert (notice.mentions, notice.buttons) == ((BELA.id,), ())
    assert notice.text.startswith(f"Voren, table {live.id} is over. **")
    assert notice.text.endswith(f" <@{BELA.id}>")
    assert re.search(r"\*\*.+ wins? with \S+\.\*\*", notice.text)


@pytest.mark.parametrize("sign", ["W", "*", "_", "\u05d3", "@", "💥"])
async def test_the_longest_names_have_room_and_none_is_markdown_or_a_mention(tables: Tables, sign: str) -> None:
    """Ten players, whatever they are called: Discord takes the message, and shows the names as they are."""
    people = [Person(10**18 + number, sign * 30 + str(number)) for number in range(10)]
    live = await lobby.open_table(tables, VOREN, {"hands": 1}, (1, 2), make_actor(people[0]))
    for person in people[1:]:
        await lobby.join(tables, live.id, make_actor(person))
    await lobby.start(tables, live.id, make_actor(people[0]))
    users = tuple(player.id for player in people)
    results: list[Any] = []
    await leave_and_end.end(tables, live.id, make_actor(people[1]), moderator=False)
    results.append(await read_notice(tables, live, "agree"))
    await leave_and_end.leave(tables, live.id, make_actor(people[9]))
    results.append(await read_notice(tables, live, "leave"))
    _, result = await take_computer_seat.ask(tables, live.id, 9, make_actor(people[9]))
    results.append(await read_notice(tables, live, "ask"))
    await take_computer_seat.sit(tables, live.id, result.seq, make_actor(people[0]))
    results.append(await read_notice(tables, live, "sit"))
    seats = live.record.seats
    rematch = await lobby.open_table(tables, VOREN, {}, (1, 2), make_actor(people[0]), seats)
    results.append(announcements.rematch_invitation(rematch))
    while live.record.status == "playing":
        assert live.state is not None
        seat = live.state.to_act[0]
        move = live.state.legal(seat).moves[0]
        await play.act(tables, live.id, move, Actor(live.record.seats[seat].user or 0, "", next(IDS)))
    results.append(announcements.result_notice(live, PRESENTER, list_players(live), users))
    await leave_and_end.end(tables, rematch.id, make_actor(people[0]), moderator=True)
    results.append(await read_notice(tables, rematch, "end"))
    ended = await lobby.open_table(tables, VOREN, {"hands": 1}, (1, 2), make_actor(people[0]))
    for person in people[1:]:
        await lobby.join(tables, ended.id, make_actor(person))
    await lobby.start(tables, ended.id, make_actor(people[0]))
    await leave_and_end.end(tables, ended.id, make_actor(people[0]), moderator=True)
    results.append(await read_notice(tables, ended, "end"))
    for notice in results:
        assert notice is not None
        assert len(notice.text) <= LONGEST
        assert "@everyone" not in notice.text
        for name in ("***", "___"):
            assert name not in notice.text.replace("\\*", "").replace("\\_", "")
