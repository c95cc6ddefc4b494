"""The moves of every game as people meet them: each legal move once, forms that fit, words for whoever made one."""

from __future__ import annotations

from random import Random

from bot.ui.kit.forms import check_fits, decode_values, encode, values_for_move
from bot.ui.kit.modals import make_modal
from cogs.games.mitigati.bargaining import pass_deals_on
from rules.contract import Game, View
from rules.players import player_of
from tests.support.every_game import (
    every_game,
    every_table,
    pack_of,
    positions,
    presenter_of,
    sample_positions,
    samples_of,
)
from tests.support.labels import move_named

MAX_LABEL_LETTERS = 80
"""Letters of a button's label at most."""
MAX_HINT_LETTERS = 100
"""Letters of the line below an entry of a select."""


def list_moves_like_pass(view: View) -> set[str]:
    """Return "continue" in Mitigati, where a pass would deal the next packet as well (M3.4, M3.7)."""
    return {"continue"} if "continue" in view["moves"] and pass_deals_on(view) else set()


@every_table
def test_moves_are_offered_once_to_entitled_seats(game: Game, table: str) -> None:
    """With labels that tell them apart and fit a button; whoever may not act is offered nothing."""
    presenter = presenter_of(game)
    for position in positions(game, table):
        for seat in range(position.seats):
            view = position.view(seat)
            choices = presenter.choices(view)
            offered = [choice.move for choice in choices]
            assert {*offered, *list_moves_like_pass(view)} == set(view["moves"])
            assert not set(offered) & list_moves_like_pass(view)
            assert len(set(offered)) == len(offered)
            assert sorted(view["moves"]) == sorted(position.state.legal(seat).moves)
            labels = [choice.label for choice in choices]
            assert [move_named(label) for label in labels] == offered  # the players of other tests read them
            assert len(set(labels)) == len(labels)
            assert all(1 <= len(label) <= MAX_LABEL_LETTERS for label in labels)
            assert all(
                len(choice.hint) <= MAX_HINT_LETTERS and len(choice.group) <= MAX_HINT_LETTERS for choice in choices
            )
            assert bool(choices or presenter.forms(view)) is (seat in position.state.to_act)


@every_table
def test_form_moves_are_legal_and_previewed(game: Game, table: str) -> None:
    """What a form begins with and what its buttons send at once; it fits a modal, and its codes lead back to it."""
    presenter, name = presenter_of(game), pack_of(game).name_of
    for position in positions(game, table):
        for seat in position.state.to_act:
            for form in presenter.forms(position.view(seat)):
                check_fits(form)
                assert form.button or len(form.ready) == 1
                assert all(1 <= len(ready.label) <= MAX_LABEL_LETTERS for ready in form.ready)
                assert len(form.button) <= MAX_LABEL_LETTERS
                if form.button:
                    make_modal(form, "eh:submit_move_form:1:2:3:4", name).to_dict()
                assert len({encode(form, ready.values) for ready in form.ready}) == len(form.ready)
                for values in [ready.values for ready in form.ready] + ([form.begin] if form.begin else []):
                    assert not form.wrong(values)
                    move = form.move(decode_values(form, encode(form, values)))
                    position.state.apply(seat, move)
                    assert presenter.moves.done(move).startswith("You ")
                    assert presenter.moves.preview(move).endswith(".")


@every_table
def test_moves_are_confirmed_to_their_player(game: Game, table: str) -> None:
    """One of the listed moves of every position, and what is asked and at stake there."""
    presenter = presenter_of(game)
    for place, position in enumerate(positions(game, table)):
        assert presenter.decision_text(position.view()).endswith(".")
        for view in (position.view(), *(position.view(seat) for seat in position.state.to_act)):
            stakes = presenter.stakes_text(view)
            assert not stakes or stakes.endswith(".")
        for seat in position.state.to_act:
            moves = position.view(seat)["moves"]
            if moves:
                text = presenter.moves.done(moves[place % len(moves)])
                assert text.startswith("You ")
                assert text.endswith(".")


@every_table
def test_forms_can_be_filled_in_for_a_move_that_a_hint_names(game: Game, table: str) -> None:
    """For the moves of their buttons, and for those of the computer player that the view's form alone can make."""
    rng = Random(table)
    for state in (position.state for position in sample_positions(game, table)):
        for seat in state.to_act:
            view = state.view(seat)
            forms = presenter_of(game).forms(view)
            for form in forms:
                for values in (preset.values for preset in form.ready):
                    move = game.canonical(form.move(values))
                    result = values_for_move(form, move, game.canonical)
                    assert result is not None, move
                    assert game.canonical(form.move(result)) == move
            if not forms:
                continue
            move = game.canonical(player_of(game).choose(view, rng))
            if move not in view["moves"]:
                filled = [values_for_move(form, move, game.canonical) for form in forms]
                results = [
                    game.canonical(form.move(entry))
                    for form, entry in zip(forms, filled, strict=True)
                    if entry is not None
                ]
                assert move in results, (move, view["choices"])


@every_game
def test_moves_of_every_kind_are_met_in_the_samples(game: Game) -> None:
    """Else the tests above would say little of them."""
    samples = samples_of(game)
    verbs = set[str]()
    for table in samples.tables:
        for position in positions(game, table):
            for seat in position.state.to_act:
                legal = position.state.legal(seat)
                verbs |= {move.partition(" ")[0] for move in legal.moves}
                verbs |= {str(template.to_view()["verb"]) for template in legal.choices}
    assert verbs >= samples.verbs
    assert verbs
