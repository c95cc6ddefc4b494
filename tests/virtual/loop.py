"""An event loop in virtual time, and processes that can be killed between any two steps of it.

When nothing is ready, the time jumps to the next timer. What an executor would run in a thread runs at once, and a call
from another thread is a failure, so a run depends on its seed alone. Connections are those of a `Network`.

A task belongs to a process by its context, and so does all that the task starts. Once a process is killed, nothing of
its context runs any more, not even a `finally`.
"""

from __future__ import annotations

import asyncio
import gc
import heapq
import logging
import sys
import threading
import warnings
from collections.abc import Callable, Generator
from concurrent.futures import Executor
from contextlib import contextmanager
from contextvars import Context, ContextVar, copy_context
from itertools import count
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.virtual.network import Network

BEGIN = 1_000.0
"""The loop's time at the start."""


LOCAL = ("127.0.0.1", "localhost")
"""The names of this machine."""
INSTANT_DIGITS = 9
"""Timers are planned to the nanosecond: else rounding would decide the order of those at the same instant."""
TURN = 1e-6
"""Seconds that a turn of the loop takes: who waits for the blink of an eye must not wait for ever."""
STUCK = 100_000
"""Turns of the loop within one instant that nobody needs."""


class Killed(BaseException):
    """Raised where a process is killed in the middle of a step; nobody of it hears of that."""


class Process:
    """Something that runs on the loop and can be killed. `context` is what its first task has to be started in."""

    def __init__(self, loop: VirtualLoop) -> None:
        self.loop = loop
        self.alive = True
        self.steps = 0
        """How many steps of it have run."""
        self.dies_at: int | None = None
        """The number of its last step, where it is to be killed after one."""
        self.tasks: set[Any] = set()
        self.ends: list[Callable[[], None]] = []
        """What becomes of what it held open, called once it is dead."""
        self.context = copy_context()
        self.context.run(PROCESS.set, self)

    def kill(self) -> None:
        """Let nothing of it run any more. What it held open ends as if the system had ended it."""
        if self.alive:
            self.alive = False
            for end in self.ends:
                end()

    def step(self) -> None:
        """Count a step that has run."""
        self.steps += 1
        if self.dies_at is not None and self.steps >= self.dies_at:
            self.kill()


PROCESS: ContextVar[Process | None] = ContextVar("process", default=None)


class _Handle(asyncio.Handle):
    __slots__ = ()

    def _run(self) -> None:
        _run_in(self._context, super()._run)  # pyright: ignore[reportAttributeAccessIssue]


class _TimerHandle(asyncio.TimerHandle):
    """A timer. Of two at the same instant, the one that was planned first is due first."""

    __slots__ = ("number",)

    number: int

    def __lt__(self, other: Any) -> bool:
        return (self.when(), self.number) < (other.when(), other.number)

    def _run(self) -> None:
        _run_in(self._context, super()._run)  # pyright: ignore[reportAttributeAccessIssue]


def _run_in(context: Context, run: Callable[[], None]) -> None:
    process = context.get(PROCESS)
    if process is None:
        run()
    elif process.alive:
        run()
        process.step()


class VirtualLoop(asyncio.BaseEventLoop):
    """The loop."""

    network: Network
    """Where its servers listen and its connections go."""

    def __init__(self) -> None:
        super().__init__()
        self._now = BEGIN
        self._thread = threading.get_ident()
        self._selector: Any = self  # what the base class asks for events
        self._unfinished: dict[int, Process | None] = {}
        self._numbers = count()
        self._still = 0
        """Turns since the time last moved."""

    # -- time --------------------------------------------------------------------------------------------------------

    def time(self) -> float:
        """The virtual time in seconds."""
        return self._now

    def select(self, timeout: float | None) -> list[Any]:
        """In a selector's place: nothing ever comes from outside, so the time moves on to what is planned."""
        if timeout is None:
            message = "nothing is planned: everybody waits for somebody else"
            raise RuntimeError(message)
        if timeout > 0:
            scheduled: list[asyncio.TimerHandle] = self._scheduled  # pyright: ignore[reportAttributeAccessIssue]
            self._now, self._still = max(self._now, scheduled[0].when()), 0
        else:
            self._now += TURN
            self._still += 1
            assert self._still < STUCK, (
                f"the time stands still, for there is always something to do: {self._describe()}"
            )
        return []

    def _describe(self) -> str:
        scheduled = sorted(self._scheduled)[:5]  # pyright: ignore[reportAttributeAccessIssue]
        planned = [(timer.when(), timer) for timer in scheduled]
        return f"at {self._now!r} {list(self._ready)[:5]} are ready, {planned} planned"  # pyright: ignore[reportAttributeAccessIssue]

    def _process_events(self, _events: list[Any]) -> None:
        """There are none."""

    def _write_to_self(self) -> None:
        """Nobody has to be woken: all calls come from this thread."""

    # -- connections ---------------------------------------------------------------------------------------------------

    async def create_server(self, factory: Any, host: Any = None, port: int = 0, **_how: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        """A server in the network. Raises OSError if the port is taken."""
        return await self.network.listen(factory, port)

    async def create_connection(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, factory: Any, host: Any = None, port: int = 0, *, sock: Any = None, **_how: Any
    ) -> Any:
        """A connection through the network, to a port or to the address in place of a socket.

        Raises PermissionError for another machine.
        """
        if sock is None and host not in LOCAL:
            message = f"a test tried to connect to {host}; tests speak to this machine only"
            raise PermissionError(message)
        return await self.network.connect(factory, port if sock is None else sock.port)

    # -- planning ----------------------------------------------------------------------------------------------------

    def _call_soon(self, callback: Any, args: Any, context: Context | None) -> asyncio.Handle:
        handle = _Handle(callback, args, self, context)
        self._ready.append(handle)  # pyright: ignore[reportAttributeAccessIssue]
        return handle

    def call_at(self, when: float, callback: Any, *args: Any, context: Context | None = None) -> asyncio.TimerHandle:
        """Plan a call, as the base class does."""
        timer = _TimerHandle(round(when, INSTANT_DIGITS), callback, args, self, context)
        timer.number = next(self._numbers)
        heapq.heappush(self._scheduled, timer)  # pyright: ignore[reportAttributeAccessIssue]
        timer._scheduled = True  # pyright: ignore[reportAttributeAccessIssue]
        return timer

    def call_soon_threadsafe(self, callback: Any, *args: Any, context: Context | None = None) -> asyncio.Handle:
        """Plan a call from this thread; there are no others."""
        assert threading.get_ident() == self._thread, "another thread has a say in what happens"
        return self.call_soon(callback, *args, context=context)

    def run_in_executor(self, executor: Executor | None, func: Any, *args: Any) -> asyncio.Future[Any]:
        """Run it here and now; its caller goes on at the next turn, as it would after a thread's work."""
        future = self.create_future()
        try:
            result = func(*args)
        except Exception as error:  # noqa: BLE001  # the caller has to hear of it, whatever it is
            future.set_exception(error)
        else:
            future.set_result(result)
        return future

    # -- what a killed process leaves --------------------------------------------------------------------------------

    def _asyncgen_firstiter_hook(self, agen: Any) -> None:
        self._unfinished[id(agen)] = PROCESS.get()

    def _asyncgen_finalizer_hook(self, agen: Any) -> None:
        """One that was left is ended, unless its process is dead."""
        process = self._unfinished.pop(id(agen), None)
        if not self.is_closed() and (process is None or process.alive):
            self.call_soon(self.create_task, agen.aclose())

    def create_task(self, coro: Any, *, name: Any = None, context: Context | None = None, **how: Any) -> Any:
        """A task, noted with the process that it belongs to."""
        task = asyncio.Task(coro, loop=self, name=name, context=context, **how)
        process = PROCESS.get() if context is None else context.get(PROCESS)
        if process is not None:
            process.tasks.add(task)  # kept: one that is collected would do its last deeds at any time
            task.add_done_callback(process.tasks.discard)
        return task

    def bury(self, process: Process) -> None:
        """Take the tasks of a dead process apart: nothing of what they still do gets anywhere, and nobody hears of it.

        Else it would be done whenever the garbage collector comes by, which no seed decides.
        """
        assert not process.alive
        with unheard():
            buried: set[Any] = set()
            while tasks := [task for task in process.tasks if task not in buried]:
                for task in tasks:  # what they begin in their last moments comes next
                    buried.add(task)
                    task._log_destroy_pending = False
                    process.context.copy().run(_take_apart, task.get_coro())
            process.tasks.clear()
            buried.clear()
            process.context.copy().run(gc.collect)


@contextmanager
def unheard() -> Generator[None]:
    """While entered, nobody hears what is said: no log, no warning, and no error that nobody can catch."""
    hook = sys.unraisablehook
    sys.unraisablehook = lambda _: None
    logging.disable()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(logging.NOTSET)
        sys.unraisablehook = hook


def _take_apart(coro: Any) -> None:
    """Close a coroutine; one that awaits something meanwhile is closed again."""
    for _ in range(20):
        try:
            coro.close()
        except (Exception, Killed, asyncio.CancelledError):  # noqa: BLE001  # whatever a dead process still says
            continue
        return
