"""Random acts at a table, by the bot's own functions: what people, computer players, clocks and moderators can do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any, Final, Unpack, cast, get_args

from bot.common.errors import Declined
from bot.scheduler.scheduler import Handler, Reschedule
from bot.tables.commands import (
    arrange_lobby,
    deletion,
    exchange_notes,
    hand_views,
    leave_and_end,
    lobby,
    moderation,
    move_channel,
    pause,
    play,
    recruit,
    rematch,
    set_premove,
    substitutes,
    take_back,
    take_computer_seat,
    time_out,
)
from bot.tables.commands.leave_and_end import give_up_former_members_seat
from bot.tables.model.actor import Actor
from bot.tables.model.clock_terms import stand_in_seats
from bot.tables.model.follow_up_work import NO_MENTIONS_SETTING
from bot.tables.model.premoves import premove_options, seat_waiting_since_seq
from bot.tables.model.seats import key_of
from bot.tables.model.table_state import TableState
from bot.tables.model.turn_timers import NEXT_HAND_SEAT, TurnTimer
from bot.tables.services.tables import Tables
from bot.tables.workers import clock_expiry, erased_players
from bot.tables.workers.clock_expiry import ClockExpiryWorker
from data.tables.events import EventKind, SeatLevel
from data.tables.records import Append, SeatRecord
from data.tables.settings import TableSettings
from data.tables.work import WorkKind, WorkState
from rules.contract import Game, Refusal
from rules.players import player_of
from tests.support.numbers import IDS
from tests.support.people import Person, make_actor
from tests.support.tables import read_votes

GUILD: Final = 1
CHANNELS: Final = (2, 3, 4)
ROLE: Final = 7
MODERATOR: Final = Person(99, "Moderator")
MINUTE_MS: Final = 60_000
DAY_MS: Final = 24 * 60 * MINUTE_MS

Act = Callable[[], Awaitable[Any]]


class RandomActs:
    """The players of one game and what they do at its tables. All chance is that of `rng`, all time that of `now`.

    What nobody may do now is tried and declined.
    """

    def __init__(self, tables: Tables, game: Game, rng: Random) -> None:
        self.tables = tables
        self.game = game
        self.rng = rng
        self.now = tables.clock()
        tables.clock = lambda: self.now
        self.people = [Person(11 + number, f"Person {number}") for number in range(7)]
        self.live: TableState = cast("TableState", None)
        self.done: Counter[str] = Counter()
        """How often each act was done, and not declined."""
        self.time_outs = ClockExpiryWorker(tables, cast("Any", None), self._is_gone, busy=lambda: False)

    async def open(self, players: Sequence[SeatRecord] = (), **settings: Unpack[TableSettings]) -> None:
        """Open another table, with the players of an earlier one as its rematch."""
        self.live = await lobby.open_table(
            self.tables, self.game, {}, (GUILD, self._pick(CHANNELS)), make_actor(self._pick(self.people)), players,
            settings,
        )  # fmt: skip

    async def begin(self) -> None:
        """Seat four, three of them people, or as many as may play, and deal."""
        fewest, most = self.game.seats
        while len(self.live.record.seats) < min(max(4, fewest), most) or self._count_people() < 3:
            await self.attempt(self._pick((self.join, self.join, self.add_computer)))
        while self.live.record.status == "lobby":
            await self.attempt(self.start)

    async def act(self) -> None:
        """Attempt things that may be done in the table's state until one is done.

        In play it is a move every other time; what has not been done yet comes first.
        """
        while True:
            playing = self.live.record.status == "playing"
            acts = self.in_play() if playing else self.in_lobby()
            new = [act for act in acts if not self.done[act.__name__]]
            if playing and self.rng.random() < 0.4:
                acts = (self.move,)
            elif new and self.rng.random() < 0.7:
                acts = tuple(new)
            act = self._pick(acts)
            if await self.attempt(act):
                return

    async def attempt(self, act: Act) -> bool:
        """Do an act unless it is declined; return whether it was done."""
        self.now += self._pick((200, 5_000, MINUTE_MS))
        try:
            await act()
        except (Declined, Refusal, Reschedule):
            is_done = False
        else:
            is_done = True
            self.done[act.__name__] += 1
        self.live = await self.tables.find(self.live.id)
        return is_done

    def in_lobby(self) -> tuple[Act, ...]:
        """Return the acts that may be done before the table begins."""
        return (
            self.join, self.join, self.add_computer, self.send_away, self.leave, self.invite, self.decline,
            self.dismiss, self.hand_over, self.swap, self.sit_beside, self.change_options, self.change_settings,
            self.turn_mentions_off, self.look_for_players, self.move_channel,
            self.free, self.ban, self.leave_server, self.erase, self.show_elsewhere,
        )  # fmt: skip

    def in_play(self) -> tuple[Act, ...]:
        """Return the acts that may be done while the table is played and has people."""
        return (
            self.write, self.show, self.report, self.take_back, self.pause, self.pause_no_more,
            self.go_on, self.vote, self.vote_no_more, self.leave, self.offer, self.keep, self.take_over, self.ask,
            self.sit, self.release, self.run_out, self.come_back, self.order, self.order_no_more, self.read_notes,
            self.look, self.move_channel, self.free, self.ban, self.leave_server, self.show_elsewhere,
            self.open_rematch,
        )  # fmt: skip

    # -- before it begins --------------------------------------------------------------------------------------------

    async def join(self) -> None:
        await lobby.join(self.tables, self.live.id, make_actor(self._pick(self.people)), self._pick((None, None, 1)))

    async def add_computer(self) -> None:
        level = self._pick(get_args(SeatLevel))
        await lobby.add_computer(self.tables, self.live.id, make_actor(self._pick_player()), level)

    async def send_away(self) -> None:
        name = self._pick(self.live.names())
        await lobby.send_away(self.tables, self.live.id, name, make_actor(self._pick_player()))

    async def invite(self) -> None:
        people_asked = self.rng.sample(self.people, 2)
        await arrange_lobby.invite(self.tables, self.live.id, people_asked, make_actor(self._pick_player()))

    async def decline(self) -> None:
        who = self._pick([person for person in self.people if person.id in self.live.invited] or self.people)
        await arrange_lobby.decline(self.tables, self.live.id, make_actor(who))

    async def dismiss(self) -> None:
        await arrange_lobby.dismiss(self.tables, self.live.id, self._pick_player().id, make_actor(self._host()))

    async def hand_over(self) -> None:
        await arrange_lobby.hand_over(self.tables, self.live.id, self._pick_player().id, make_actor(self._host()))

    async def swap(self) -> None:
        seat = self._pick(self.live.record.seats)
        await arrange_lobby.swap(self.tables, self.live.id, seat.seat, seat.user, make_actor(self._pick_player()))

    async def sit_beside(self) -> None:
        seats = self.live.record.seats
        key = key_of(self._pick(seats))
        now = self._pick(("", *map(key_of, seats)))
        await arrange_lobby.sit_beside(self.tables, self.live.id, key, now, make_actor(self._pick_player()))

    async def change_options(self) -> None:
        name, option = self._pick(sorted(self.game.options.items()))
        values = option.allowed or (option.low, option.high)
        options = {name: self._pick(values)}
        await arrange_lobby.change_options(self.tables, self.live.id, options, make_actor(self._host()))

    async def change_settings(self) -> None:
        settings = cast("TableSettings", {self._pick(("mention", "bank", "time_out")): self._pick((0, 1, 2))})
        await arrange_lobby.change_settings(self.tables, self.live.id, settings, make_actor(self._host()))

    async def turn_mentions_off(self) -> None:
        await arrange_lobby.change_settings(
            self.tables, self.live.id, {"mention": NO_MENTIONS_SETTING}, make_actor(self._host())
        )

    async def look_for_players(self) -> None:
        self.now += DAY_MS  # another table may have done so
        await recruit.look_for_players(self.tables, self.live.id, ROLE, make_actor(self._pick_player()))

    async def start(self) -> None:
        await lobby.start(self.tables, self.live.id, make_actor(self._host()))

    # -- while it is played ------------------------------------------------------------------------------------------

    async def move(self) -> None:
        """Move the game on: by a move of whoever is to act, or by the next hand."""
        live, tables = self.live, self.tables
        if live.state is None or live.record.status != "playing":
            raise Declined("")
        if live.awaits_deal():
            await play.next_hand(tables, live.id, make_actor(self._pick_player()))
            return
        seat = self._pick(live.state.awaited)
        text = player_of(live.game).choose(live.state.view(seat), self.rng)
        if seat in live.computers():
            await play.computer_move(tables, live.id, seat, live.decisions[seat], text)
        else:
            await play.act(tables, live.id, text, Actor(live.record.seats[seat].user or 0, "", next(IDS)))

    async def write(self) -> None:
        who, to = self._note_writer()
        await exchange_notes.write(self.tables, self.live.id, to, "plums", make_actor(who))

    async def show(self) -> None:
        who, to = self._note_writer()
        times = exchange_notes.shown_before(self.live, self.live.seat_of(who.id) or 0)
        await exchange_notes.show(self.tables, self.live.id, to, times, make_actor(who))

    async def report(self) -> None:
        notes = [slip.seq for slip in self.live.notes.slips if not slip.shown]
        await exchange_notes.report(
            self.tables, self.live.id, self._pick(notes or [1]), make_actor(self._pick_player())
        )

    async def read_notes(self) -> None:
        seat = self._pick_seat()
        user = self.live.record.seats[seat].user or 0
        await exchange_notes.record_seen(self.tables, self.live, seat, user, self.live.record.seq)

    async def look(self) -> None:
        await hand_views.record_look(self.tables, self.live, self._pick_seat(), self.live.record.seq)

    async def take_back(self) -> None:
        """Let all people take the last move back, or one alone ask for it."""
        last = self.live.last_move
        if last is None:
            raise Declined("")
        await take_back.take_back(self.tables, self.live.id, last.seq, make_actor(self._player_in(last.seat)))
        if self._pick((True, False)):
            for seat in self.live.record.seats:
                if seat.kind == "person" and seat.seat != last.seat:
                    await take_back.take_back(
                        self.tables, self.live.id, last.seq, make_actor(self._player_in(seat.seat))
                    )

    async def pause(self) -> None:
        """Let all people agree to a pause, or one alone ask for it."""
        await pause.pause(self.tables, self.live.id, make_actor(self._pick_player()))
        if self._pick((True, False)):
            for seat in self.live.record.seats:
                with suppress(Declined):  # who has said so, and computer players
                    await pause.pause(self.tables, self.live.id, make_actor(self._player_in(seat.seat)))

    async def pause_no_more(self) -> None:
        await pause.take_back(self.tables, self.live.id, make_actor(self._pick_player()))

    async def go_on(self) -> None:
        await pause.go_on(self.tables, self.live.id, make_actor(self._pick_player()))

    async def vote(self) -> None:
        """Vote for the end of the table, unless that vote would end it: that is left to `end`."""
        live = self.live
        people = [seat for seat in live.record.seats if seat.kind == "person"]
        voted = {*read_votes(live, "end"), *read_votes(live, "end", answer="void")}
        if 2 * (len(voted) + 1) > len(people):
            raise Declined("")
        await leave_and_end.end(
            self.tables, live.id, make_actor(self._pick_player()), moderator=False, void=self._pick((True, False)),
            votes_only=True,
        )  # fmt: skip

    async def vote_no_more(self) -> None:
        await leave_and_end.take_vote_back(self.tables, self.live.id, make_actor(self._pick_player()))

    async def offer(self) -> None:
        await substitutes.offer(self.tables, self.live.id, self._pick_seat(), make_actor(self._pick_player()))

    async def keep(self) -> None:
        seat = self._pick_seat()
        await substitutes.keep(self.tables, self.live.id, seat, make_actor(self._player_in(seat)))

    async def take_over(self) -> None:
        seat, offer = self._pick_seat(), substitutes.offer
        if not self.live.record.settings.get("offered"):
            await offer(self.tables, self.live.id, seat, make_actor(self._player_in(seat)))
        offered = self.live.record.settings.get("offered", {})
        key, entry = self._pick(sorted(offered.items()))
        await substitutes.take_over(
            self.tables, self.live.id, int(key), entry["seq"], make_actor(self._pick_outsider())
        )

    async def ask(self) -> None:
        await take_computer_seat.ask(
            self.tables, self.live.id, self._pick_seat("computer"), make_actor(self._pick_outsider())
        )

    async def sit(self) -> None:
        seqs = [event.seq for event in await self.tables.store.tables.log(self.live.id) if event.kind == EventKind.ASK]
        who = self._pick_player()
        await take_computer_seat.sit(self.tables, self.live.id, seqs[-1] if seqs else 1, make_actor(who))

    async def release(self) -> None:
        self.now += 2 * DAY_MS
        seat, decision = self._pick(sorted(self.live.decisions.items()) or [(0, 0)])
        await leave_and_end.release(self.tables, self.live.id, seat, decision, make_actor(self._pick_player()))

    async def run_out(self) -> None:
        """Let the time of a seat run out, or that until the next hand is dealt."""
        live = self.live
        seat, tick = self._pick(sorted(live.timers.items()) or [(0, TurnTimer(0, 0))])
        if seat == NEXT_HAND_SEAT:
            await clock_expiry.deal_next(self.tables, live, tick.seq)
        elif self._pick((True, False)):
            await self.time_outs._move(live, seat, tick.seq)
        else:
            await time_out.run_out(self.tables, live, seat, tick.seq, stands_in=self._pick((True, False)))

    async def come_back(self) -> None:
        """Come back after one's time ran out. If nobody's has run out, it runs out first."""
        if not stand_in_seats(self.live.record.settings):
            players = [(seat, tick) for seat, tick in sorted(self.live.timers.items()) if seat != NEXT_HAND_SEAT]
            seat, tick = self._pick(players or [(0, TurnTimer(0, 0))])
            await time_out.run_out(self.tables, self.live, seat, tick.seq, stands_in=True)
        seat = self._pick(sorted(stand_in_seats(self.live.record.settings)))
        await time_out.come_back(self.tables, self.live.id, make_actor(self._player_in(seat)))

    async def order(self) -> None:
        seat = self._pick_seat()
        may = premove_options(self.live, seat)
        order = self._pick([move for move in may.moves if move not in may.reasons_never_legal] or [""])
        await set_premove.plan(
            self.tables, self.live.id, self._player_in(seat).id, order, seat_waiting_since_seq(self.live, seat)
        )

    async def order_no_more(self) -> None:
        """Withdraw a planned move. If there is none, one is planned first."""
        if not self.live.record.settings.get("premoves"):
            await self.order()
        stands = [seat for seat, plan in self.live.record.settings.get("premoves", {}).items() if "end" not in plan]
        seat = int(self._pick(stands or [0]))
        await set_premove.withdraw(
            self.tables, self.live.id, self._player_in(seat).id, seat_waiting_since_seq(self.live, seat)
        )

    async def open_rematch(self) -> None:
        await rematch.record_opening(self.tables, self.live, next(IDS))

    # -- at any time -------------------------------------------------------------------------------------------------

    async def leave(self) -> None:
        """Leave the table, unless it would end with that."""
        await leave_and_end.leave(self.tables, self.live.id, make_actor(self._dispensable_player()))

    async def leave_server(self) -> None:
        await give_up_former_members_seat(self.tables, self.live.id, self._dispensable_player().id)

    async def free(self) -> None:
        """Let a moderator free a seat."""
        await moderation.free(self.tables, self.live.id, self._dispensable_player().id, make_actor(MODERATOR))

    async def ban(self) -> None:
        """Let moderators keep somebody from all tables, and let them back in."""
        who, by, store = self._dispensable_player(), (MODERATOR.id, MODERATOR.display_name), self.tables.store
        await store.moderation.ban(GUILD, (who.id, who.display_name), by, "")
        await self._do_owed(WorkKind.FREE_BANNED_SEAT, partial(moderation.unseat, self.tables))
        await store.moderation.allow(GUILD, who.id, by)

    async def erase(self) -> None:
        """Take somebody's data out, and give up their seat; somebody else comes in their place."""
        who = self._dispensable_player()
        self.people[self.people.index(who)] = Person(
            max(person.id for person in self.people) + 1, f"{who.display_name}+"
        )
        await self.tables.store.privacy.erase(who.id)
        await self.tables.evict_person(who.id)
        await self._do_owed(WorkKind.FREE_ERASED_SEAT, partial(erased_players.give_up, self.tables))

    async def _do_owed(self, kind: WorkKind, handler: Handler) -> None:
        for work in await self.tables.store.work.of_table(self.live.id):
            if work.kind == kind and work.state == WorkState.DUE:
                state = await handler(work)
                if state is not None:
                    await self.tables.store.work.mark(work.id, state, seq=work.seq)

    async def move_channel(self) -> None:
        channel = self._pick(CHANNELS)
        await move_channel.move(
            self.tables, self.live.id, channel, make_actor(self._pick_player()), exclusive_in_thread=False
        )

    async def show_elsewhere(self) -> None:
        """Note another message as the table's board, and that something is owed to it."""
        await self.tables.record_board(self.live, self._pick(CHANNELS), next(IDS), self.live.record.seq)
        await self.tables.update_row(self.live.id, lambda record: Append(record.id, record.seq, changes={"thread": 9}))

    async def expire(self) -> None:
        """Close the lobby, which nobody has started."""
        await self._do_owed(WorkKind.EXPIRE, partial(lobby.expire, self.tables))

    async def delete_and_restore(self) -> None:
        """Let a moderator delete the table, and bring it back."""
        table, seq = self.live.id, self.live.record.seq
        await deletion.delete(self.tables, table, seq, make_actor(MODERATOR), moderator=True)
        await deletion.restore(self.tables, table, make_actor(MODERATOR), moderator=True, limit=self.tables.max_live)

    async def end(self) -> None:
        """Let a moderator end the table."""
        await leave_and_end.end(self.tables, self.live.id, make_actor(MODERATOR), moderator=True)

    async def end_void(self) -> None:
        """Let those who play end the table, its scores void."""
        for seat in self.live.record.seats:
            with suppress(Declined):  # those who voted before, and those who are not asked any more
                await leave_and_end.end(
                    self.tables, self.live.id, make_actor(self._player_in(seat.seat)), moderator=False, void=True,
                    votes_only=True,
                )  # fmt: skip

    # -- who ---------------------------------------------------------------------------------------------------------

    async def _is_gone(self, live: TableState, seat: int) -> bool:
        return False

    def _pick(self, values: Any) -> Any:
        return self.rng.choice(tuple(values))

    def _count_people(self) -> int:
        return sum(seat.kind == "person" for seat in self.live.record.seats)

    def _pick_seat(self, kind: str = "person") -> int:
        seats = [seat.seat for seat in self.live.record.seats if seat.kind == kind]
        return self._pick(seats or [0])

    def _player_in(self, seat: int) -> Person:
        """Return who sits in a seat."""
        user = self.live.record.seats[seat].user
        return next((person for person in self.people if person.id == user), MODERATOR)

    def _pick_player(self) -> Person:
        return self._player_in(self._pick_seat())

    def _host(self) -> Person:
        return next((person for person in self.people if person.id == self.live.record.host), MODERATOR)

    def _pick_outsider(self) -> Person:
        return self._pick([person for person in self.people if self.live.seat_of(person.id) is None] or [MODERATOR])

    def _dispensable_player(self) -> Person:
        """Return somebody without whom two people are left. Raises Declined where there are fewer."""
        if self._count_people() < 3:
            raise Declined("")
        return self._pick_player()

    def _note_writer(self) -> tuple[Person, str]:
        """Return somebody who may write a note, and the mark of its readers."""
        seat = self._pick_seat()
        return self._player_in(seat), exchange_notes.mark_of(exchange_notes.readers(self.live, seat))
