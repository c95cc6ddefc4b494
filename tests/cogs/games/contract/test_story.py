"""The story of every game: a passage an entry of the log, for every reader what they may know and no more."""

from __future__ import annotations

import re

from bot.ui.scene.text import MAX_EVENTS_LETTERS
from rules.contract import Conduct, Game
from tests.cogs.games.passages import join_sentences
from tests.support.every_game import (
    NAMES,
    WIDE,
    Position,
    every_table,
    hands,
    play_game,
    players,
    presenter_of,
    sample_positions,
    samples_of,
)


@every_table
def test_story_has_a_passage_for_every_entry_wherever_it_begins(game: Game, table: str) -> None:
    """Each begins with the name of whoever moved, or is told with a later one; the last tells how the hand ended."""
    presenter, over = presenter_of(game), 0
    for position, log in hands(game, table):
        last, who = position.view()["last"], players(position.seats)
        passages = presenter.story(last, log, who)
        assert len(passages) == len(log)
        for start in (0, 1, len(log) // 2, len(log) - 1, len(log)):
            assert presenter.story(last, log, who, start) == passages[start:]
        for entry, passage in zip(log, passages, strict=True):
            if "seat" in entry and passage.text:
                assert passage.text.startswith(f"{NAMES[entry['seat']]} ")
        assert passages[-1].result
        over += 1
    assert over


@every_table
def test_story_tells_what_was_forced_as_the_rules_have_it(game: Game, table: str) -> None:
    """A move that everybody could tell to be the only one (`Conduct.is_forced`)."""
    presenter, due, forced = presenter_of(game), list[bool](), 0
    before: Position | None = None
    for position in play_game(game, table):
        if before is not None and before.state.to_act:
            due.append(len(before.state.to_act) == 1 and game.conduct.is_forced(before.view()))
        if position.log is not None:
            moves = [place for place, entry in enumerate(position.log) if "seat" in entry]
            passages = presenter.story(position.view()["last"], position.log, players(position.seats))
            assert [passages[place].forced for place in moves] == due[-len(moves) :]
            forced += sum(due)
            due = []
        elif position.view()["log"] and len(due) % 5 == 0:
            log = position.view()["log"]
            passages = presenter.story(position.view(), log, players(position.seats))
            forced_moves = [passage.forced for entry, passage in zip(log, passages, strict=True) if "seat" in entry]
            assert forced_moves == due[len(due) - len(forced_moves) :]
        before = position
    assert forced or type(game.conduct).is_forced is Conduct.is_forced


@every_table
def test_story_tells_no_reader_a_card_that_they_may_not_know(game: Game, table: str) -> None:
    """What was played, turned up or shown, and their own."""
    presenter, samples, count, public = presenter_of(game), samples_of(game), 0, set[str]()
    for position in sample_positions(game, table, each=7):
        for reader in (None, *range(min(position.seats, 4))):
            view = position.view(reader)
            if not view["log"]:
                continue
            passages = presenter.story(view, view["log"], players(position.seats, reader))
            assert len(passages) == len(view["log"])
            for start in (len(passages) // 2, len(passages) - 1):  # most come for the newest entries
                assert presenter.story(view, view["log"], players(position.seats, reader), start) == passages[start:]
            public |= samples.known(position.view())
            cards = samples.told(join_sentences(passages))
            assert cards <= samples.known(view)
            count += len(cards)
    assert count or not public


@every_table
def test_story_calls_its_reader_you_and_has_room_for_the_longest_names(game: Game, table: str) -> None:
    """In what is told to them alone, and nowhere else."""
    presenter = presenter_of(game)
    for position, log in hands(game, table):
        last = position.view()["last"]
        reader_text = join_sentences(presenter.story(last, log, players(position.seats, 1)))
        assert re.search(r"\b[Yy]ou\b", reader_text)
        assert not re.search(rf"\b{NAMES[1]}\b|[Yy]ou was\b", reader_text)
        assert not re.search(r"\b[Yy]ou\b", join_sentences(presenter.story(last, log, players(position.seats))))
        for passage in presenter.story(last, log, players(position.seats, None, WIDE)):
            assert len(passage.result) <= MAX_EVENTS_LETTERS


@every_table
def test_outcome_names_winners(game: Game, table: str) -> None:
    """From the view of a game that is over."""
    *_, final = play_game(game, table)
    if not final.state.finished:  # a random game without an end in sight
        return
    text = presenter_of(game).outcome(final.view(), players(final.seats))
    assert all(NAMES[seat] in text for seat in final.state.score().winners)
