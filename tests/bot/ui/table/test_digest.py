"""A digest in words: a line a table, what waits first, as many tables as one message has room for."""

from __future__ import annotations

from typing import Any, cast

from bot.tables.model.table_state import TableState
from bot.ui.kit.components import button
from bot.ui.kit.custom_ids import CustomId
from bot.ui.kit.notice import Notice
from bot.ui.scene.text import MAX_SCENE_LETTERS
from bot.ui.table import digest
from bot.ui.table.digest import TableNews

USER = 10**18
VOTE = Notice("**Ada would like to pause it.**", buttons=(button(CustomId.PAUSE_TABLE, 1, label="Agree"),))
ENDED = Notice("**Ada ended it**", "The rest explains.")


class Record:
    def __init__(self, number: int) -> None:
        self.id, self.guild = number, 10**18
        self.message_channel = self.thread = self.channel = 10**18 + number


class Table:
    """As much of a table as a digest's words take."""

    def __init__(self, number: int, name: str = "") -> None:
        self.id, self.name, self.record = number, name or f"Voren, table {number}", Record(number)


def make_table(number: int, name: str = "") -> TableState:
    return cast("TableState", cast("Any", Table(number, name)))


def test_a_line_has_the_turn_until_when_and_what_was_told_questions_first() -> None:
    news = TableNews(make_table(1), turn=True, end=90_000, notices=(ENDED, VOTE))
    text, number = digest.digest_text(USER, [news], private=False)
    assert number == 1
    assert text == (
        f"<@{USER}>, while you were away:\n- **It is your turn at Voren, table 1.** Your time ends <t:90:R>. "
        f"**Ada would like to pause it.** **Ada ended it**. (<#{10**18 + 1}>)"
    )


def test_a_private_digest_links_to_the_server() -> None:
    text, _ = digest.digest_text(USER, [TableNews(make_table(1), note=True)], private=True)
    link = f"https://discord.com/channels/{10**18}/{10**18 + 1}"
    assert text.endswith(f"\n- **A note waits for you at Voren, table 1.** ({link})")


def test_turns_come_first_by_the_time_left_then_what_else_waits_then_the_rest() -> None:
    rest, vote = TableNews(make_table(1), notices=(ENDED,)), TableNews(make_table(2), notices=(VOTE,))
    slow, soon = TableNews(make_table(3), turn=True), TableNews(make_table(4), turn=True, end=5)
    results = sorted([rest, vote, slow, soon], key=lambda news: news.order)
    assert results == [soon, slow, vote, rest]


def test_a_message_has_as_many_tables_as_fit_and_never_fewer_than_one() -> None:
    long = Notice(f"**{'w' * 900}**", buttons=VOTE.buttons)
    for notices in ((VOTE,), (ENDED, VOTE), (long,), (long, long), (VOTE,) * 40):
        for number in (1, 3, 40):
            news = [
                TableNews(make_table(index, "W" * 80), turn=True, end=2**40, notices=notices) for index in range(number)
            ]
            text, count = digest.digest_text(USER, news, private=True)
            assert len(text) <= MAX_SCENE_LETTERS
            assert 1 <= count <= min(number, digest.MAX_TABLES)
            assert text.count("\n- ") == count


def test_a_hand_says_what_was_told_at_its_table_and_nothing_where_nothing_was() -> None:
    assert digest.missed_text(()) == ""
    assert digest.missed_text((ENDED, VOTE)) == "Meanwhile: **Ada would like to pause it.** **Ada ended it**."
