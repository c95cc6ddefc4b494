"""People who play Quince: forms opened, filled in, confirmed; and ids that nobody's client would send."""

from __future__ import annotations

from functools import partial

from bot.tables.commands import play
from bot.tables.model.actor import Actor
from sandbox import Outcome
from tests.support.house import House, Seated
from tests.support.messages import Json, buttons, text

LAYING = "Lay cards …"
GUESSING = "Guess …"


async def open_form(house: House, who: str, hand: Json, label: str) -> Outcome:
    """Press the button of a hand that opens a form."""
    answer = await house.press(who, hand, label)
    assert answer["state"] == "modal", answer
    return answer


async def submit_form(house: House, who: str, form: Outcome, values: Json) -> Json:
    """Submit a form, its fields by their number; returns the message that answers it."""
    fields = {(name if "." in name else f"{name}.0"): value for name, value in values.items()}
    answer = await house.sandbox.people.modal(who, form["interaction_id"], fields)
    assert answer["state"] in {"update", "message"}, answer
    return answer.get("message") or {}


async def fill_form(house: House, who: str, hand: Json, label: str, values: Json) -> Json:
    """Open a form and submit it; returns the hand with what the move would be."""
    return await submit_form(house, who, await open_form(house, who, hand, label), values)


async def confirm_move(house: House, who: str, hand: Json) -> Json:
    """Confirm; returns the hand after it."""
    answer = await house.press(who, hand, "Confirm")
    assert answer["state"] == "update", answer
    return answer.get("message") or {}


def fields_of(form: Outcome) -> dict[str, Json]:
    """The fields of an open form, by custom id."""
    parts: list[Json] = (form.get("modal") or {})["components"]
    return {part["component"]["custom_id"]: part["component"] for part in parts}


def chosen(field: Json) -> list[str]:
    """What is chosen in a select as the form opens, as people read it."""
    return [option["label"] for option in field["options"] if option.get("default")]


def value(field: Json, label: str) -> str:
    """The value of the option that people read so."""
    return next(option["value"] for option in field["options"] if option["label"] == label)


async def move_at_random(house: House, table: Seated, who: str) -> None:
    """Make a random legal move through forms or buttons."""
    hand = await house.hand(who, table)
    if GUESSING in buttons(hand):
        await confirm_move(
            house, who, await fill_form(house, who, hand, GUESSING, {"0": str(house.rng.randint(0, 20))})
        )
        return
    if LAYING not in buttons(hand) or ("Pass" in buttons(hand) and house.rng.random() < 0.2):
        assert (await house.press(who, hand, "Pass"))["state"] == "update"
        return
    form = await open_form(house, who, hand, LAYING)
    options = fields_of(form)["0.0"]["options"]
    must = [option["value"] for option in options if option.get("default")]
    more = [option["value"] for option in options if option["value"] not in must]
    cards = must + house.rng.sample(more, house.rng.randint(0 if must else 1, len(more)))
    word = house.rng.choice(["high", "low"])
    proposed = await submit_form(house, who, form, {"0": cards, "1": str(house.rng.randint(0, 3)), "2": [word]})
    assert "Your move would be: lay the" in text(proposed)
    assert "You laid" in text(await confirm_move(house, who, proposed))


async def played_out(house: House, table: Seated) -> None:
    """Play to the end of the game."""
    await house.play_out(table, 100, partial(move_at_random, house))


async def reach_laying(house: House, table: Seated, who: str) -> Json:
    """Bring the table to where this person lays (the others by the shortest way); returns their hand."""
    for _ in range(30):
        live = await house.live(table)
        await house.until(lambda live=live: not live.computers())
        state = live.state
        assert state is not None
        if state.phase == "lay" and live.record.seats[state.to_act[0]].name == who:
            return await house.hand(who, table)
        if live.awaits_deal():
            await house.fresh(table)
            await house.press(who, house.board(table, who), "Next hand")
            continue
        seat = state.to_act[0]
        legal = state.legal(seat)
        move = "guess 10" if state.phase == "guess" else legal.moves[0] if legal.moves else "lay STAR bet 0 low"
        user = live.record.seats[seat].user
        assert user is not None
        await play.act(house.services.tables, live.id, move, Actor(user, "", None))
    message = "nobody came to lay"
    raise AssertionError(message)


async def with_star(house: House, *, held: bool) -> tuple[Seated, Json, str]:
    """A table at which a person who holds the Star, or does not, lays first; with their hand and name."""
    for _ in range(60):
        table = await house.open("Ada", ("Bela",), game="quince")
        live = await house.live(table)
        assert live.state is not None
        first = (live.state.view(None)["dealer"] + 1) % 2
        if ("STAR" in live.state.view(first)["hand"]) is held:
            who = live.record.seats[first].name
            return table, await reach_laying(house, table, who), who
    message = "nobody was dealt the Star" if held else "everybody was dealt the Star"
    raise AssertionError(message)
