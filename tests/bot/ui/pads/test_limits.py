"""The largest pads fit Discord's messages: most players, longest names, most hands, longest numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.pads.contests import HandPermissions
from bot.pads.free_game import MAX_PLAYERS
from bot.pads.pad import Pad, game_of
from bot.ui.kit.modals import make_entry_modal
from bot.ui.pads.deletion import delete_panel, deleted_board, deleted_panel
from bot.ui.pads.finishing import finish_panel
from bot.ui.pads.history import history_page
from bot.ui.pads.panels import draft_panel, more_panel
from bot.ui.pads.players import PAGES, guest_panel, guests_panel, merge_panel, people_panel, players_page
from bot.ui.pads.presenter import PadPresenter
from bot.ui.pads.sheet import board, hand_page, hand_questions, hands_page, sheet
from cogs.games.abracadabra.pad import AbracadabraPad
from cogs.games.conference.pad import ConferencePad
from cogs.games.five_crowns.pad import FiveCrownsPad
from cogs.games.mitigati.pad import MitigatiPad
from cogs.games.voren.pad import VorenPad
from cogs.pads.correcting import MAX_LOGGED
from cogs.pads.free import FreePadPresenter
from data.pads.records import ChangeRecord, Contest, HandState, PadDraft, PadHand, PadPlayer, PadRecord
from tests.support.limits import fits, parts_of
from tests.support.pads import ADA, make_pad_actor

PRESENTERS: dict[str, PadPresenter] = {
    presenter.game: presenter
    for presenter in (FreePadPresenter(), VorenPad(), FiveCrownsPad(), MitigatiPad(), ConferencePad(), AbracadabraPad())
}
WIDE = "\u5b57" * 31
MARKED = "*" * 31
HUGE = 10**30 - 1
STATES: dict[int, HandState] = {0: "struck", 5: "contested"}


def make_largest_pad(game: str, name: str, hands: int = 500, *, late: bool = False) -> Pad:
    """Return a pad with the most players and hands; with `late` all have points to start with."""
    about = game_of(game)
    most = about.seats[1]
    players = tuple(
        PadPlayer(
            number + 1,
            number if number < 3 else None,
            f"{name}{chr(65 + number)}",
            number,
            start=-HUGE if late else None,
        )
        for number in range(most)
    )
    numbers = tuple(player.number for player in players)
    points = tuple(HUGE if number % 2 else -HUGE for number in range(most))
    message = {"points": list(points)}
    pad_hands = tuple(
        PadHand(n, n, numbers, 0, message, message, message, points, STATES.get(n % 9, "counts"), 1, 1, ADA.id, name)
        for n in range(1, hands + 1)
    )
    keepers = tuple((user, name) for user in range(10))
    contests = tuple(
        Contest(n, n, n, name, name * 9, 1) for n in range(1, hands + 1) if STATES.get(n % 9) == "contested"
    )
    head = (10**6, game, 1, name, about.resolve({}), 500, 600, "open", hands, 1, 2, 1, 1)
    return Pad(PadRecord(*head, keepers, players, pad_hands, 0, contests))


@pytest.mark.parametrize("name", [WIDE, MARKED, "x", "\u202e\u05d0" * 15])
def test_the_largest_free_pad_fits(name: str) -> None:
    pad, presenter = make_largest_pad("free", name), PRESENTERS["free"]
    fits(board(pad, presenter))
    few = [replace(hand, state="counts") if hand.number < 485 else hand for hand in pad.record.hands]
    fits(board(Pad(replace(pad.record, hands=tuple(few))), presenter))
    for page in (0, 1, -1):
        fits(sheet(pad, page))
        fits(hands_page(pad, page))
    other = make_account(pad) | {
        "account": {"points": [-number for number in pad.record.hands[-1].points]},
        "played": 10**12,
    }
    changes = [
        ChangeRecord(pad.id, n, "correct", 500, make_account(pad), other, 1, ADA.id, name)
        for n in range(500, 500 - MAX_LOGGED, -1)
    ]
    may = HandPermissions(change=True, contest=True, withdraw=False, decide=False)
    fits(hand_page(pad, presenter, 500, "Hand 500 is entered.", may=may, changes=changes[:5], onward=True))
    fits(history_page(pad, presenter, changes, more=True))
    contested = [replace(change, kind="contest", seq=change.seq - change.seq % 9 - 4) for change in changes]
    fits(history_page(pad, presenter, contested, more=True))
    may = HandPermissions(change=False, contest=False, withdraw=True, decide=True)
    fits(hand_page(pad, presenter, 500, "You contested this hand.", may=may, changes=contested[:5], onward=True))
    actor = make_pad_actor(ADA, moderator=True)
    fits(people_panel(pad, actor, "x" * 300))
    fits(more_panel(pad, actor, "x" * 300))
    fits(finish_panel(pad))
    keepers = tuple((user, name) for user in (ADA.id, *range(9)))
    going = replace(pad.record, keepers=keepers, ever_finished=True, delete_agreed=frozenset(range(8)))
    fits(delete_panel(Pad(going), actor, "x" * 100))
    for layout in (board(Pad(going), presenter), more_panel(Pad(going), actor, "x" * 100), deleted_board(Pad(going))):
        fits(layout)
    fits(deleted_panel(Pad(going)))
    proposed = dict.fromkeys(pad.players, (10**18, name))
    fits(people_panel(pad, actor, "x" * 300, [name] * MAX_PLAYERS, proposed, 10**6))
    fits(guests_panel(pad, "x" * 100, proposed))
    fits(guest_panel(pad, 5))
    fits(merge_panel(pad, 5, 6))
    for place in PAGES:
        fits(players_page(pad, place, "x" * 100))
    draft = PadDraft(10**9, pad.id, ADA.id, 0, 1, tuple(pad.players), 0, 1, {"points": {"points": {"points": ["x"]}}})
    fits(draft_panel(pad, presenter, draft, "x" * 300, again=True))


@pytest.mark.parametrize("name", [WIDE, MARKED])
def test_the_largest_pad_fits_where_everybody_came_late_and_sat_out(name: str) -> None:
    """With points to start with for each, which is told beside every total."""
    pad, presenter = make_largest_pad("free", name, late=True), PRESENTERS["free"]
    hands = list[PadHand]()
    for hand in pad.record.hands:
        players = tuple(n for n in pad.players if (n < 3 if hand.number < 30 else n != 1 + hand.number % MAX_PLAYERS))
        hands.append(replace(hand, players=players, points=hand.points[: len(players)]))
    pad = Pad(replace(pad.record, hands=tuple(hands)))
    assert all(map(pad.standing.came_late, range(3, MAX_PLAYERS + 1)))
    for layout in (
        board(pad, presenter),
        sheet(pad, 0),
        sheet(pad, -1),
        people_panel(pad, make_pad_actor(ADA, moderator=True), "x" * 300),
    ):
        fits(layout)


def make_account(pad: Pad) -> dict[str, Any]:
    """Return what a change keeps of the last hand."""
    hand = pad.record.hands[-1]
    return {"players": list(hand.players), "account": hand.account, "dealer": 0, "played": 1, "state": "counts"}


@pytest.mark.parametrize("game", PRESENTERS)
@pytest.mark.parametrize("name", [WIDE, MARKED])
def test_every_form_of_every_game_fits_with_the_most_players(game: str, name: str) -> None:
    """Board and draft with all their buttons, and modals within five fields and Discord's letters."""
    pad, presenter = make_largest_pad(game, name, 0), PRESENTERS[game]
    fits(board(pad, presenter))
    context = hand_questions(pad, tuple(pad.players), 0)
    assert presenter.ways(context)
    for way in presenter.ways(context):
        typed = {way.key: {form.key: dict[str, list[str]]() for form in way.forms}}
        fits(
            draft_panel(
                pad, presenter, PadDraft(10**9, pad.id, ADA.id, 0, 1, tuple(pad.players), 0, 1, typed), "x" * 300
            )
        )
        for form in way.forms:
            modal = make_entry_modal(form, f"eh:submit_entry_form:{10**9}:{way.key}:{form.key}", {}).to_dict()
            assert len(modal["title"]) <= 45
            assert len(modal["custom_id"]) <= 100
            assert 1 <= len(modal["components"]) <= 5
            for label in modal["components"]:
                assert len(label["label"]) <= 45
                assert len(label.get("description") or "") <= 100
                options = label["component"].get("options", [])
                assert len(options) <= 25
                assert len({option["value"] for option in options}) == len(options)


@pytest.mark.parametrize("game", PRESENTERS)
def test_a_pad_stands_with_any_number_of_players(game: str) -> None:
    """A hand can be told of where so many can play one; else the pad says how many it takes."""
    full, presenter = make_largest_pad(game, "x", 0), PRESENTERS[game]
    first, (fewest, most) = full.record.players[0], full.game.seats
    corners = {0, 1, fewest - 1, fewest, most, most + 1, MAX_PLAYERS}
    for players in sorted(corners & {*range(MAX_PLAYERS + 1)}):
        pad_players = tuple(
            replace(first, number=more_players + 1, place=more_players, name=f"P{more_players}")
            for more_players in range(players)
        )
        pad = Pad(replace(full.record, players=pad_players))
        layout = board(pad, presenter)
        fits(layout)
        adds = [part for part in parts_of(layout.parts) if part.get("custom_id", "").startswith("eh:add_pad_hand:")]
        assert bool(adds) is (fewest <= players <= most), players
        text = "".join(part.get("content", "") for part in parts_of(layout.parts))
        assert (f"players, not {players}" in text) is not bool(adds), players
        draft = PadDraft(10**9, pad.id, ADA.id, 0, 1, tuple(pad.players), 0, 1, {})
        fits(draft_panel(pad, presenter, draft))
