"""Sentences with a count or a name: none, one, many, and somebody who was erased."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.common.text import person_name
from bot.ui import nights
from bot.ui.kit.components import Layout
from bot.ui.settings.guild_settings import retention_question
from bot.ui.settings.privacy import erasure_question
from data.nights.records import NightRecord, Origin
from data.privacy.repository import StoredDataSummary
from data.privacy.retention import ExpiredCounts
from tests.support.limits import parts_of

NONE = StoredDataSummary(0, 0, 0, 0, 0, 0, 0, 0)
ONE = StoredDataSummary(1, 1, 0, 1, 1, 1, 1, 1)
MANY = StoredDataSummary(2, 3, 4, 5, 6, 7, 8, 9)

NIGHT = NightRecord(10**6, 500, 600, "Friday", 1, "Ada", 1000, None, 1, 600, 700)
ENDED = replace(NIGHT, ended=2000, ended_by="Ada", deleted=3000, deleted_by="Ada")
VOREN = (Origin("table", 1), "Voren, table 1")
ERASED = replace(ENDED, by=None, by_name="", ended_by="", deleted_by="")


def read_texts(layout: Layout) -> str:
    """Return all texts of a message."""
    return "\n".join(part["content"] for part in parts_of(layout.parts) if "content" in part)


@pytest.mark.parametrize(
    ("layout", "texts", "untold"),
    [
        (erasure_question(NONE, 1), ["Your standings"], ["0 ", "Your name at", "banned"]),
        (
            erasure_question(ONE, 1),
            [
                "1 seat at tables",
                "1 invitation,",
                "1 note that",
                "1 pad that you keep",
                "at 1 table and 1 pad.",
                "in 1 server",
            ],
            ["1 seats", "1 notes", "0 "],
        ),
        (
            erasure_question(MANY, 1),
            [
                "2 seats",
                "3 invitations",
                "5 notes",
                "6 pads that you keep",
                "at 6 tables and 7 pads.",
                "8 blocked people",
            ],
            [],
        ),
        (retention_question(30, ExpiredCounts(0, 0, 0)), ["Nothing is of that age today."], ["0 tables", "They go"]),
        (retention_question(30, ExpiredCounts(1, 0, 1)), ["1 table and 1 act of moderators. They go"], ["0 pads"]),
        (retention_question(30, ExpiredCounts(2, 3, 4)), ["2 tables, 3 pads and 4 acts of moderators."], []),
        (nights.deleted_board(ENDED), ["Ada deleted this club night."], []),
        (nights.deleted_board(ERASED), ["Somebody deleted this club night."], ["Seat"]),
        (nights.more_panel(NIGHT, "", [VOREN], [], keeps=False), ["Ada can add or remove all."], []),
        (
            nights.more_panel(ERASED, "", [VOREN], [], keeps=False),
            ["your own tables and pads."],
            ["can add or remove all"],
        ),
    ],
)
def test_sentences_read_as_they_should(layout: Layout, texts: list[str], untold: list[str]) -> None:
    sentence = read_texts(layout)
    for text in texts:
        assert text in sentence, sentence
    for text in untold:
        assert text not in sentence, sentence


def test_a_person_without_a_seat_is_never_called_by_one() -> None:
    assert person_name("\u200b") == "Somebody"
    assert person_name("", "somebody") == "somebody"
    assert person_name("Ada") == "Ada"
