"""Scripted players who see only what Discord shows them, and the witness that remembers each answer.

Whoever presses a button and hears nothing presses it again. What they hold against the log: each answer that said that
something was done.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from bot.tables.commands.play import ALREADY_MOVED_TEXT
from bot.tables.model.move_tokens import MOVE_GONE_TEXT, OLD_BUTTON_TEXT
from bot.ui.game.presenter import Presenter
from cogs.games.abracadabra.presenter import AbracadabraPresenter
from cogs.games.conference.presenter import ConferencePresenter
from cogs.games.five_crowns.presenter import FiveCrownsPresenter
from cogs.games.mitigati.presenter import MitigatiPresenter
from cogs.games.voren.presenter import VorenPresenter
from cogs.table.hints_and_take_back import NEW_HINT
from data.engine import errors
from data.engine.errors import StoreError
from sandbox import Outcome, Recorded, Refused, Sandbox
from tests.e2e.leaks.games import GAMES
from tests.support.labels import choose_label
from tests.support.messages import boards_of, buttons, selects, text
from tests.support.moves import choose_cards, find_offered_moves, read_move
from tests.toy.tests.e2e.quince import fields_of

Json = dict[str, Any]
CALLBACK = "/interactions/{interaction_id}/{token}/callback"
"""The route on which a first answer comes."""
PRESENTERS: dict[str, Presenter] = {
    presenter.game: presenter
    for presenter in (
        VorenPresenter(),
        FiveCrownsPresenter(),
        MitigatiPresenter(),
        ConferencePresenter(),
        AbracadabraPresenter(),
    )
}
"""The games that are played."""
SEATS = {"mitigati": 3, "conference": 4}
"""How many people play the games that not any number can."""
OFTEN = {"play", "draw", "discard", "bargain", "suit", "bid", "place", "expose"}
"""The phases in which a seat may decide several times in a hand; those of a deal of Abracadabra that is dealt anew."""
READY = ("eh:make_ready_move:", "eh:confirm_move_form:", "eh:pick_cards:")
"""How the buttons begin that make a move which was put together by a form."""
FOLLOW = "eh:follow_hint:"
"""How the button begins that makes the move of a lesson's hint."""
FORM = "eh:submit_move_form:"
"""How the form begins that makes a move in a lesson; elsewhere it only shows the move."""
NO_SEAT = "You have no seat"
NOT_YOUR_TURN = "It is not your turn"
NOT_KEPT = tuple(
    value.sentence for value in vars(errors).values() if isinstance(value, type) and issubclass(value, StoreError)
)
"""What an answer says where nothing could be kept."""
NOT_MADE = (
    MOVE_GONE_TEXT,
    OLD_BUTTON_TEXT,
    ALREADY_MOVED_TEXT,
    "That form is an old one",
    NOT_YOUR_TURN,
    "has ended",
    NO_SEAT,
    NEW_HINT,
    *NOT_KEPT,
)
"""What an answer says that made no such move."""


class Point(NamedTuple):
    """A table after an event: hand, phase, and the seats that decide, each with the event its decision arose with."""

    hand: int
    phase: str
    deciding: dict[int, int]


def command_of_game(game: str, hands: int) -> tuple[str, dict[str, int]]:
    """Return the command that opens a table of a game for so many hands, and its options."""
    if game == "five_crowns":
        return "fivecrowns new", {"first": 3, "last": 2 + hands, "friendly": False}
    return f"{game} new", {"deals" if game == "abracadabra" else "hands": hands, "friendly": False}


SHOWN = 0.2
"""How likely somebody has the table posted anew before they look at their hand."""


@dataclass
class Sent:
    """An interaction of somebody: what it asked for, and whether the answer said that it was done."""

    interaction: int
    who: str
    name: str
    move: str | None
    """The move's text, if it asks for one."""
    answered: bool
    made: bool
    began: float = 0
    """When it was sent, on the clock `time.perf_counter`."""
    seconds: float | None = None
    """How long its answer took, None where none came."""
    answer: str = ""
    """The text of its answer, for a test that fails."""

    def tables(self) -> list[int]:
        """Return the table that a button names; none for a command."""
        return [int(part) for part in self.name.removeprefix("eh:").split(":")[1:2] if part.isdigit()]

    def decision(self, points: list[Point]) -> tuple[str, int, str, int]:
        """Return whose decision this answers, in which hand and phase, and which of several in a phase.

        `points` are the table after each of its events, from event 0.
        """
        _, *parts = self.name.removeprefix("eh:").split(":")
        decision = int(parts[1])
        hand, phase = points[decision][:2]
        return (self.who, hand, phase, decision if phase in OFTEN else 0)


@dataclass
class Witness:
    """A record of all that was sent. It lives in the test's process, so that no kill can touch it."""

    sandbox: Sandbox
    sent: dict[int, Sent] = field(default_factory=dict[int, Sent])
    seconds: list[float] = field(default_factory=list[float])
    """How long the answers took."""
    on_send: Callable[[Sent], None] = lambda _: None
    """Called just after each send."""
    _numbers: dict[object, int] = field(default_factory=dict[object, int])
    _answers: dict[int, str] = field(default_factory=dict[int, str])
    """The texts of first answers, by interaction, as they were given: the answer to an earlier press may cover one."""

    def __post_init__(self) -> None:
        self.sandbox.recorder.requests.append(self._note_answer)
        send = self.sandbox.interactions.send

        def noting(*args: Any, **named: Any) -> Any:
            sent = send(*args, **named)
            self._numbers[asyncio.current_task()] = int(sent[0].id)
            return sent

        self.sandbox.interactions.send = noting

    def _note_answer(self, request: Recorded) -> None:
        if request.route == CALLBACK and request.status < 300:
            number, answer = int(request.path.split("/")[2]), request.body.get("data") or {}
            self._answers[number] = text({"content": "", "components": [], **answer})

    async def click(
        self, who: str, message: Json, custom_id: str, values: list[str] | None = None, game: str = "voren"
    ) -> Outcome | None:
        """Press a button, or choose `values` in a select, at a table of a game; None if no answer came or the button
        has gone meanwhile.
        """
        try:
            move = read_move(message, custom_id, values[0] if values else None)
            act = self.sandbox.people.click(who, message, custom_id, values or None)
            return await self._record(who, custom_id, act, move, game)
        except Refused:
            return None

    async def submit(self, who: str, opened: Outcome, values: Json) -> Outcome | None:
        """Fill in the form that an answer opened; None if no answer came or it has gone meanwhile."""
        try:
            name = str(opened.get("modal", {})["custom_id"])
            return await self._record(who, name, self.sandbox.people.modal(who, opened["interaction_id"], values))
        except Refused:
            return None

    async def command(self, who: str, channel: str, name: str, **options: Any) -> Outcome | None:
        """Use a command; None if no answer came."""
        return await self._record(who, name, self.sandbox.people.command(who, channel, name, options))

    async def _record(
        self, who: str, name: str, act: Any, move: str | None = None, game: str = "voren"
    ) -> Outcome | None:
        """Await `act`; of what a kill leaves unanswered the interaction is remembered all the same."""
        began = perf_counter()
        task = asyncio.ensure_future(act)
        sent: Sent | None = None
        try:
            await asyncio.sleep(0)  # the interaction is sent in the task's first step
        finally:  # whoever plays may be stopped at this very moment
            number = self._numbers.pop(task, None)
            if number is not None:
                self.sent[number] = sent = Sent(number, who, name, move, answered=False, made=False, began=began)
        if sent is None:
            return await task
        self.on_send(sent)
        outcome: Outcome = await task
        if outcome["state"] == "failed":
            return None
        sent.seconds = perf_counter() - began
        self.seconds.append(sent.seconds)
        sent.answered = True
        answer = self._answers.pop(sent.interaction, "")
        if not outcome["state"].startswith("deferred"):
            sent.answer, sent.made = answer, says_made(name, move, game, answer)
        return outcome


def says_made(name: str, move: str | None, game: str, answer: str) -> bool:
    """Check whether the answer to what `name` asked for, `move` if it is one, says that it was done."""
    verb = name.removeprefix("eh:").partition(":")[0]
    if name.startswith((*READY, FOLLOW)):
        return bool(answer) and not any(refusal in answer for refusal in NOT_MADE)
    if verb in {"make_move", "pick_move"}:
        assert move is not None, name
        # Who pressed twice is shown what they did before, and that they have moved.
        return PRESENTERS[game].moves.done(move) in answer and not any(
            refusal in answer for refusal in (MOVE_GONE_TEXT, OLD_BUTTON_TEXT, ALREADY_MOVED_TEXT, NOT_YOUR_TURN)
        )
    if verb == "deal_next_hand":
        return f"The next {PRESENTERS[game].hand_word.lower()} begins." in answer
    if verb in {"join_table", "start_game"}:
        return not any(
            refusal in answer for refusal in ("already", "I ", "My records", "its host's to start", NO_SEAT, *NOT_KEPT)
        )
    return name.endswith(" new") and "Table " in answer


class Player:
    """Everyone at one table, one table after another, until told to finish: the hand over, and then the game.

    `most` is how many games they play at most; `computers` sit at each table beside the people; `pauses` are the
    seconds for which they think, one of them before each step.
    """

    def __init__(
        self,
        witness: Witness,
        people: list[str],
        rng: Random,
        channel: str,
        hands: int,
        *,
        game: str = "voren",
        most: int | None = None,
        computers: int = 0,
        pauses: tuple[float, ...] = (0.01, 0.05, 0.05, 0.5),
    ) -> None:
        self.witness = witness
        self.people = people
        self.rng = rng
        self.channel = channel
        self.game = game
        self.command, self.options = command_of_game(game, hands)
        self.most = most
        self.computers = computers
        self.pauses = pauses
        self.tables: list[int] = []
        self.lobby: Json | None = None
        self.finishing = False
        self.stopping = False
        """Whether they stop before their next step."""
        self._hands: dict[str, Json] = {}
        self._next = 0
        self._over: set[int] = set()
        self._board: Json = {}

    @property
    def table(self) -> int | None:
        """Return the table they play at, None between two."""
        return self.tables[-1] if self.tables else None

    async def play(self) -> None:
        """Play on from wherever things stand. Ends, when finishing, with the game; is cancelled by a kill."""
        while not self.stopping:
            if self.table is not None and self._button("eh:open_rematch:"):
                self._over.add(self.table)
                unfinished_table = next((number for number in self.tables if number not in self._over), None)
                if unfinished_table is not None:  # one whose opening was answered too late, so that another was opened
                    self.tables.remove(unfinished_table)
                    self.adopt(unfinished_table)
                    continue
            if self.table is None or self.table in self._over:
                if self.finishing or len(self.tables) == self.most:
                    return
                await self._open()
            elif self._button("eh:join_table:") or self._button("eh:start_game:"):  # a full lobby can only be started
                await self._fill()
            else:
                await self._turn()
            await asyncio.sleep(self.rng.choice(self.pauses))

    async def _open(self) -> None:
        opened = await self.witness.command(self.people[0], self.channel, self.command, **self.options)
        if opened is None:
            return
        lobby = opened.get("message")
        if opened["state"] == "deferred":
            lobby = await self._late(opened["interaction_id"])
        if lobby is not None and "Join" in buttons(lobby):  # of a kill it is found by `Storm.adopt`
            self.adopt(int(buttons(lobby)["Join"].split(":")[2]))

    async def _late(self, interaction: str) -> Json | None:
        """Return the message that answers an interaction in the end; None if none comes."""
        world = self.witness.sandbox.world

        def answer() -> Json | None:
            message = world.messages.get(world.interactions[interaction].original_id or "")
            return message.data if message is not None and buttons(message.data) else None

        try:
            return await self.witness.sandbox.people.until(answer, 10)
        except TimeoutError:
            return None

    def adopt(self, table: int) -> None:
        """Play at this table next."""
        self.tables.append(table)
        self._hands.clear()
        self._board = {}

    async def _fill(self) -> None:
        """Sit down and start."""
        for other in self.people[1:]:
            await self._press(other, f"eh:join_table:{self.table}")
        for _ in range(self.computers):
            await self._add_computer(self.people[0])
        await self._press(self.people[0], f"eh:start_game:{self.table}")

    async def _turn(self) -> None:
        """Make a move as somebody whose hand message, however old, shows a choice; else let the next in turn look."""
        if self._button("eh:deal_next_hand:"):
            await self._press(self.rng.choice(self.people), "eh:deal_next_hand:")
            return
        for step in range(len(self.people)):
            who = self.people[(self._next + step) % len(self.people)]
            hand = self._hand(who)
            ready: dict[str, tuple[str, list[str]]] = {
                label: (button_id, []) for label, button_id in buttons(hand).items() if button_id.startswith(READY)
            }
            choices = find_offered_moves(hand) | ready | choose_cards(hand, self.rng)
            forms = sorted(
                button_id for button_id in buttons(hand).values() if button_id.startswith("eh:open_move_form:")
            )
            if not choices and not forms:
                continue
            self._next = self.people.index(who) + 1
            if forms and (not choices or self.rng.random() < 0.2):
                await self._fill_in(who, hand, self.rng.choice(forms))
                return
            label = choose_label(choices, self.rng)
            if label == "Fold" and self.rng.random() < 0.8:
                label = max(choices)
            custom_id, values = choices[label]
            before = self._hand(who)
            answer = await self.witness.click(who, before, custom_id, values, self.game)
            self._keep(who, answer)
            return
        who = self.people[self._next % len(self.people)]
        self._next += 1
        if self.rng.random() < SHOWN:
            await self.witness.command(who, self.channel, "table show", table=self.table)
        self._keep(who, await self._press(who, f"eh:show_hand:{self.table}"))

    async def _fill_in(self, who: str, hand: Json, form: str) -> None:
        """Open a form of the hand and fill it in; its Confirm is pressed like any other button."""
        opened = await self.witness.click(who, hand, form)
        if opened is None or opened["state"] != "modal":
            self._keep(who, opened)
            return
        filled = GAMES[self.game].filled(list(fields_of(opened).values()), self.rng)
        self._keep(who, await self.witness.submit(who, opened, filled))

    def _keep(self, who: str, answer: Outcome | None) -> None:
        if answer is not None and "message" in answer and "Refresh" in buttons(answer["message"]):
            self._hands[who] = answer["message"]

    def _hand(self, who: str) -> Json:
        """Return the hand message of a person as it is now; it may have gone."""
        known = self._hands.get(who)
        message = None if known is None else self.witness.sandbox.world.messages.get(known["id"])
        return {"content": "", "components": []} if message is None else message.data

    # -- the public message --------------------------------------------------------------------------------------------

    def _button(self, start: str) -> str | None:
        """Return the enabled button of the public message whose id begins with `start`."""
        return next((custom_id for custom_id in buttons(self.board()).values() if custom_id.startswith(start)), None)

    async def _press(self, who: str, start: str) -> Outcome | None:
        result = self._button(start)
        if result is None:
            await asyncio.sleep(0.02)
            return None
        return await self.witness.click(who, self._board, result)

    async def _add_computer(self, who: str) -> Outcome | None:
        """Add a computer player of any level but the slow one."""
        result = selects(self.board()).get("Add computer …")
        if result is None:
            await asyncio.sleep(0.02)
            return None
        return await self.witness.click(who, self._board, result, [self.rng.choice(("easy", "normal"))])

    def board(self) -> Json:
        """Return the public message of the table.

        A kill may leave two for a moment, if it came while the table was posted anew; people use now this, now that.
        """
        world = self.witness.sandbox.world
        message = world.messages.get(self._board.get("id", ""))
        if message is not None and f"eh:show_log:{self.table}:-1" in message.interactive() and self.rng.random() < 0.9:
            return message.data
        boards = boards_of(self.witness.sandbox, self.table or 0)
        self._board = self.rng.choice(boards) if boards else {"content": "", "components": []}
        return self._board
