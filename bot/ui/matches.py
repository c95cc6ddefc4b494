"""Matches in words: the message for all, somebody's own boards, the ranking, and the questions of organisers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import discord

from bot.common.text import escape
from bot.standings.match_results import MatchPlace, MatchResults, WidestBoard
from bot.ui.game.presenter import Presenter
from bot.ui.kit.components import Layout, Part, button, row, text
from bot.ui.kit.custom_ids import CustomId
from bot.ui.scene.text import amount
from bot.ui.standings.figures import count_text, display_names, percent_text
from bot.ui.table import layouts
from bot.ui.tries import boards_button, terms_line
from data.deals.records import DAY_MS, MATCH_MS, BoardTry, DealPlan, Match
from rules.registry import GAMES, title_of
from rules.shuffle import commitment

ROWS: Final = 20
"""People of a ranking who are named; others are counted."""

PERCENT_TEXT: Final = "Percentage: how many of the others with the same cards you beat. A tie counts half."
RANKING_TEXT: Final = (
    "The mean of each person's percentages: how many others they beat at a board. A tie counts half. "
    "A board that they did not finish counts 0."
)
NO_RANKING: Final = "No two people have finished a board, so there is no ranking."


def match_message(match: Match, presenter: Presenter, results: MatchResults) -> Layout:
    """Return the message of a match: how to play it, how many have, and the ranking once it is closed."""
    if match.closed is not None:
        return _final_message(match, results)
    plan, boards = match.boards[0].plan, len(match.boards)
    others, finished = count_text(plan.seats - 1, "strong computer player"), list(results.finished().values())
    people, of_all = count_text(len(finished), "person has", "people have"), finished.count(boards)
    played = f"{people} finished at least one board, {of_all} of them all boards."
    play = button(CustomId.PLAY_MATCH, match.id, label="Play", style=discord.ButtonStyle.success)
    return layouts.layout(
        layouts.text(heading(match), f"-# Organiser: <@{match.organiser}>" if match.organiser else ""),
        layouts.text(
            f"Press *Play*. Everyone gets the same cards in the same seat, against {others}.",
            "You play the boards in order. You have one try at each, without hints or undo.",
            f"Each board: {terms_line(GAMES[match.game], presenter, plan)}",
        ),
        layouts.text(
            f"**It ends {_time_text(match)}.**",
            "After each board you see your percentage, after the last one the ranking.",
            played if finished else "",
        ),
        layouts.text(_secret_text(match)),
        row(play, boards_button(match.id), button(CustomId.SHOW_RULES, match.game, "0", label="Rules")),
    )


def heading(match: Match) -> str:
    """Return the heading of a match, in markdown."""
    return f"## Match {match.id}: {title_of(match.game)}, {len(match.boards)} boards"


def _time_text(match: Match) -> str:
    return f"<t:{match.closes // 1000}:f> (<t:{match.closes // 1000}:R>)"


def _secret_text(match: Match) -> str:
    """Return the SHA-256 of the secret, and the secret itself once the match is closed. They prove the cards."""
    proof = f"-# The cards come from a secret with the SHA-256 `{commitment(match.secret)}`."
    if match.closed is None:
        return f"{proof} The secret is shown at the end, so nobody can change the cards."
    return f"{proof}\n-# The secret: `{match.secret.hex()}`"


def _final_message(match: Match, results: MatchResults) -> Layout:
    """Return the message of a match that is over, with the board that people differ on most."""
    widest = results.widest_board()
    parts = [] if widest is None else _widest_board(widest)
    return layouts.layout(
        layouts.text(heading(match), "-# The match is over."),
        text(ranking_text(results.ranking(), len(match.boards))),
        *parts,
        layouts.text(_secret_text(match)),
        row(boards_button(match.id)),
        colour=layouts.GOLD,
    )


def _widest_board(widest: WidestBoard) -> list[Part]:
    """Return the board with the largest spread, with buttons that show how its best and worst try were played."""
    both = widest.best, widest.worst
    names = display_names([result.name for result in both])
    best, worst = (f"**{escape(name)}** {amount(result.points)}" for name, result in zip(names, both, strict=True))
    replays = [
        button(CustomId.SHOW_REPLAY, result.table, 0, label=f"Replay: {name}")
        for name, result in zip(names, both, strict=True)
        if result.table is not None
    ]
    line = f"Largest spread: board {widest.number}. {best}, {worst}."
    return [layouts.text(line), *([row(*replays)] if replays else [])]


def ranking_text(ranking: Sequence[MatchPlace], boards: int) -> str:
    """Return the ranking of a match of so many boards, in markdown."""
    if not ranking:
        return NO_RANKING
    names = display_names([person.name for person in ranking[:ROWS]])
    lines = [f"-# {RANKING_TEXT}"]
    for person, name in zip(ranking, names, strict=False):
        played = f" · {count_text(person.boards, 'board')}" if person.boards < boards else ""
        lines.append(f"{person.place}\\. **{escape(name)}** {percent_text(person.percent)}{played}")
    if len(ranking) > ROWS:
        lines.append(f"-# … and {len(ranking) - ROWS} more.")
    return "\n".join(lines)


def boards_page(
    match: Match, user: int, own: Mapping[int, BoardTry], results: MatchResults, *, has_time: bool
) -> Layout:
    """Return a user's own boards, and the ranking once they may see it. `has_time`: tries can still begin."""
    over = [deal for deal in match.boards if deal.id in own and own[deal.id].is_over]
    state = "The match is over." if match.closed is not None else f"It ends {_time_text(match)}."
    parts = [
        layouts.text(heading(match), f"-# {state}"),
        text("\n".join(_board_lines(match, user, own, results))),
    ]
    if may_see_ranking(match, own):
        title = "Ranking" if match.closed is not None else "Ranking so far"
        parts.append(text(f"**{title}**\n{ranking_text(results.ranking(), len(match.boards))}"))
    else:
        parts.append(text("-# You see the ranking after your last board, or when the match is over."))
    if has_time and len(over) < len(match.boards):
        following = next(number for number, deal in enumerate(match.boards, 1) if deal not in over)
        play = button(
            CustomId.PLAY_NEXT_BOARD, match.id, label=f"Play board {following}", style=discord.ButtonStyle.success
        )
        parts.append(row(play))
    return layouts.layout(*parts)


def may_see_ranking(match: Match, own: Mapping[int, BoardTry]) -> bool:
    """Whether somebody with these tries may see everybody's results: all are over, or the match is."""
    return match.closed is not None or all(deal.id in own and own[deal.id].is_over for deal in match.boards)


def _board_lines(match: Match, user: int, own: Mapping[int, BoardTry], results: MatchResults) -> list[str]:
    """Return a line for each board of a match that the user has played, and one for the others."""
    lines = [f"-# Your boards, with your points. {PERCENT_TEXT}"]
    for board, deal in enumerate(match.boards):
        if deal.id in own:
            lines.append(f"{board + 1}\\. {_result_text(own[deal.id], user, board, results)}")
    missing = len(match.boards) - len(lines) + 1
    if missing:
        lines.append(f"{count_text(missing, 'board')} not played.")
    return lines


def _result_text(own: BoardTry, user: int, board: int, results: MatchResults) -> str:
    """Return a person's result on a board. The results of others count only once the try is over."""
    if not own.is_over:
        return "begun"
    if own.points is None:
        return "not finished"
    others = len(results.boards[board]) - 1
    percent = results.percentages(board).get(user)
    points = f"**{amount(own.points)}**"
    if percent is not None:
        return f"{points} · {percent_text(percent)}, compared with {count_text(others, 'other')}"
    is_ranked = any(result.user == user for result in results.boards[board])
    return f"{points} · {'nobody to compare with yet' if is_ranked else 'not in the ranking'}"


def opening_panel(game: str, presenter: Presenter, plan: DealPlan, boards: int, organiser: int, channel: int) -> Layout:
    """Return the question before a match is opened, with the consequences."""
    days, others = MATCH_MS // DAY_MS, count_text(plan.seats - 1, "strong computer player")
    question = f"**Open a match of {boards} boards of {title_of(game)}?** It is posted in <#{channel}>."
    follows = (
        f"- For {days} days everyone here can play the boards once each, against {others}.",
        f"- Each board: {terms_line(GAMES[game], presenter, plan)}",
        "- Nobody sees another's result on a board before their own try is over.",
        f"- <@{organiser}> can end it before: `/match end`.",
    )
    yes = button(CustomId.OPEN_MATCH, game, boards, organiser, label="Open match", style=discord.ButtonStyle.success)
    return layouts.layout(layouts.text(question, *follows), row(yes, button(CustomId.CANCEL_QUESTION, label="Cancel")))


def ending_panel(match: Match) -> Layout:
    """Return the question before a match is ended."""
    question = (
        f"**End match {match.id} now?**\n"
        "Boards that somebody has not finished count 0. Everybody sees the ranking. This cannot be undone."
    )
    yes = button(CustomId.END_MATCH, match.id, label="End match", style=discord.ButtonStyle.danger)
    return layouts.layout(text(question), row(yes, button(CustomId.CANCEL_QUESTION, label="Cancel")))


def match_list(matches: Sequence[Match]) -> Layout:
    """Return the matches of a server, the newest first."""
    lines = [
        f"**{match.id}** {title_of(match.game)}, {len(match.boards)} boards · <#{match.channel}> · "
        + ("over" if match.closed is not None else f"ends <t:{match.closes // 1000}:R>")
        for match in matches
    ]
    nothing = "There is none. Managers open one: `/match open`."
    return layouts.layout(layouts.text("### Matches of this server", *(lines or [nothing])))
