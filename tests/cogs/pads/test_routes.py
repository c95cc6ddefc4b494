"""Every verb of score pads, pressed where it stands and where it does not, with numbers that it was not given."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final, Literal, NamedTuple

import pytest

from bot.app.router import MISPLACED
from bot.pads.pads import NO_PAD
from cogs.pads.common import NO_DRAFT
from data.pad_records import NEW_HAND
from tests.cogs.pads.sheets import entered, fresh, number_of, opened
from tests.support.house import House
from tests.support.messages import Json, buttons
from tests.support.wire_tables import BYSTANDER, HOST, is_private, room, said

NONSENSE: Final = ("", "0", "999999", "9" * 30, "-1", "x", "\u0665", "1.5")
"""What nobody's button says of a pad, a draft, a hand or a page."""

WRONG: Final = "Something went wrong"


class Case(NamedTuple):
    """What a verb's button says after the number of its pad or draft, and what is chosen, if anything is."""

    of: Literal["pad", "draft"] = "pad"
    args: tuple[str, ...] = ()
    values: tuple[str, ...] = ()


CASES: Final = {
    "padadd": Case(args=("points",)),
    "padnext": Case(args=("points",)),
    "padwho": Case(),
    "padtold": Case("draft", ("points", "points")),
    "padfilled": Case("draft", ("points", "points")),
    "padform": Case("draft", ("points", "points")),
    "padsend": Case("draft", ("points", "1")),
    "padplayed": Case("draft", values=("1", "2")),
    "paddealt": Case("draft", values=("1",)),
    "padwhen": Case("draft"),
    "padwhened": Case("draft"),
    "paddrop": Case("draft"),
    "paddraft": Case("draft"),
    "padanew": Case("draft", ("6",)),
    "padsheet": Case(args=("-1",)),
    "padpage": Case(args=("0",)),
    "padfix": Case(args=("0",)),
    "padfixes": Case(args=("0",)),
    "padhand": Case(values=("1",)),
    "padredo": Case(args=("1", "2")),
    "padstrike": Case(args=("1", "2", "1")),
    "padcontest": Case(args=("1", "2")),
    "padcontested": Case(args=("1", "2")),
    "padwithdraw": Case(args=("1", "2")),
    "padstands": Case(args=("1", "2")),
    "padcase": Case(args=("3",)),
    "padundo": Case(args=("1", "2")),
    "padlog": Case(args=("-1",)),
    "padlogs": Case(args=("5",)),
    "padpeople": Case(),
    "padsame": Case(),
    "padjoin": Case(),
    "padleave": Case(args=("1",)),
    "padbring": Case(values=("1",)),
    "padguests": Case(),
    "padguested": Case(),
    "padplays": Case(values=("1", "2")),
    "padaway": Case(values=("2",)),
    "padstart": Case(values=("2",)),
    "padstarted": Case(args=("2",)),
    "padseat": Case(values=("2",)),
    "padlink": Case(),
    "padguest": Case(values=("2",)),
    "padlinked": Case(args=("2",), values=("1",)),
    "padagree": Case(args=("2",)),
    "padrefuse": Case(args=("2",)),
    "padagain": Case(args=("name",)),
    "padmeans": Case(args=("2", "1")),
    "padmore": Case(),
    "padkeepers": Case(values=("1",)),
    "padname": Case(),
    "padnamed": Case(),
    "padoptions": Case(),
    "padoptioned": Case(),
    "padending": Case(),
    "paddelete": Case(),
    "padgo": Case(args=("2",)),
    "padkeep": Case(),
    "padback": Case(),
    "padrest": Case(),
    "padover": Case(args=("1",)),
    "padshow": Case(),
    "padchart": Case(),
    "padchartshow": Case(),
    "padsheetshow": Case(args=("0",)),
    "padfiles": Case(),
}


def id_of(verb: str, number: object, args: tuple[str, ...] | None = None) -> str:
    """The id of a verb's button for this pad or draft."""
    return ":".join((f"eh:{verb}", str(number), *(CASES[verb].args if args is None else args)))[:100]


async def pad_with_a_hand(here: House) -> Json:
    """The message of a pad with a hand, which Bela keeps."""
    pad = await opened(here, HOST, "free", guests="Grandma")
    await entered(here, HOST, pad, "Enter points", points="1 2")
    return await fresh(here, pad)


async def private(here: House, who: str, pad: Json) -> Json:
    """A private message of the pad's."""
    return (await here.press(who, pad, "More")).get("message") or {}


async def begun(here: House, who: str, pad: Json) -> int:
    """The number of a draft that somebody has begun."""
    await here.press(who, pad, "Who played …")
    user = int(here.sandbox.people.user(who)["id"])
    draft = await here.store.pads.draft_of(number_of(pad), user, NEW_HAND)
    assert draft is not None
    return draft.id


async def changes(here: House, pad: Json) -> int:
    """The number of the pad's last change, as it is kept."""
    record = await here.store.pads.pad(number_of(pad))
    assert record is not None
    return record.seq


async def test_every_verb_of_pads_has_a_case() -> None:
    async with room() as here:
        assert {verb for verb in here.services.router.routes() if verb.startswith("pad")} == {*CASES, *OPENS}


@pytest.mark.parametrize("on", ["public", "private"])
async def test_on_the_other_kind_of_message_a_verb_does_nothing(on: str) -> None:
    """Whatever the id says, a private answer never takes the pad's place."""
    async with room() as here:
        pad = await pad_with_a_hand(here)
        draft, seq = await begun(here, HOST, pad), await changes(here, pad)
        for verb, registered in here.services.router.routes().items():
            if verb not in CASES or registered.on in {on, "anywhere"}:
                continue
            message = pad if on == "public" else await private(here, HOST, pad)
            number = draft if CASES[verb].of == "draft" else number_of(pad)
            answer = await here.forge(HOST, message, id_of(verb, number), *CASES[verb].values)
            assert said(answer) == MISPLACED, verb
        assert await changes(here, pad) == seq
        assert buttons(await fresh(here, pad))


async def test_a_number_of_nothing_is_answered_and_changes_nothing() -> None:
    """Pads and drafts that there are not, and what is no number."""
    async with room() as here:
        pad = await pad_with_a_hand(here)
        seq = await changes(here, pad)
        for verb, registered in here.services.router.routes().items():
            if verb not in CASES:
                continue
            for number in NONSENSE:
                message = pad if registered.on == "public" else await private(here, HOST, pad)
                answer = await here.forge(HOST, message, id_of(verb, number), *CASES[verb].values)
                assert said(answer) in {NO_PAD, NO_DRAFT}, (verb, number, said(answer))
                assert is_private(answer), verb
        assert await changes(here, pad) == seq


async def test_no_verb_reaches_a_pad_of_another_server_nor_anothers_draft() -> None:
    """Its presser is told that there is no such pad."""
    async with room() as here:
        pad, theirs = await pad_with_a_hand(here), await pad_with_a_hand(here)
        draft, foreign = await begun(here, HOST, pad), await begun(here, HOST, theirs)
        database = sqlite3.connect(Path(here.settings.database_url.removeprefix("sqlite+aiosqlite:///")))
        with database:
            database.execute("UPDATE pads SET guild = guild + 1 WHERE id = ?", (number_of(theirs),))
        database.close()
        here.services.pads._known.clear()
        seqs = await changes(here, pad), await changes(here, theirs)
        for verb, registered in here.services.router.routes().items():
            if verb not in CASES:
                continue
            of_draft = CASES[verb].of == "draft"
            for who, number in ((HOST, foreign if of_draft else number_of(theirs)), *([(BYSTANDER, draft)] * of_draft)):
                message = pad if registered.on == "public" else await private(here, who, pad)
                answer = await here.forge(who, message, id_of(verb, number), *CASES[verb].values)
                assert said(answer) in {NO_PAD, NO_DRAFT}, (verb, said(answer))
        assert (await changes(here, pad), await changes(here, theirs)) == seqs


OPENS: Final = ("padnew", "padopen")
"""They name no pad, for they open one: see test_opening.py and test_help.py."""

EVERYBODYS: Final = {"padjoin", "padshow"}
"""What anybody may do."""


@pytest.mark.parametrize("who", [BYSTANDER, HOST])
async def test_nonsense_behind_the_number_gets_an_answer(who: str) -> None:
    """A sentence, a panel or a form, never an error of ours; what a bystander presses changes nothing at all."""
    async with room() as here:
        pad = await pad_with_a_hand(here)
        seq = await changes(here, pad)
        for verb, registered in here.services.router.routes().items():
            if verb not in CASES or verb in EVERYBODYS:
                continue
            for args, values in spoilt(CASES[verb]):
                number = number_of(pad) if CASES[verb].of == "pad" else await begun(here, HOST, pad)
                message = pad if registered.on == "public" else await private(here, who, pad)
                answer = await here.forge(who, message, id_of(verb, number, args), *values)
                assert answer["state"] in {"message", "update", "modal"}, (verb, args, values)
                assert WRONG not in said(answer), (verb, args, values)
            if who == BYSTANDER:
                assert await changes(here, pad) == seq, verb


def spoilt(case: Case) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """What no button of a verb says: arguments that are missing or nonsense, and values that are."""
    args = [*(case.args[:place] for place in range(len(case.args)))]
    args += [(*case.args[:place], one, *case.args[place + 1 :]) for place in range(len(case.args)) for one in NONSENSE]
    wrong = [(case.args, (one or "none",)) for one in NONSENSE] if case.values else []
    return [*((arg, case.values) for arg in args), *wrong]
