"""The SQL of people and servers for the writer's thread: compiled once, with named parameters."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import BigInteger, ColumnElement, Text, bindparam, delete, func, literal_column, null, select, update
from sqlalchemy.dialects.sqlite import insert

from data.engine.columns import table_of
from data.engine.statements import compiled, insert_into
from data.engine.units import Row, checked
from data.people.models import ActFields, ActRow, BanRow, BlockRow, GuildRow, PersonRow, PreferencesRow
from data.people.records import Act

GUILDS: Final = table_of(GuildRow)
PEOPLE: Final = table_of(PersonRow)
BLOCKS: Final = table_of(BlockRow)
PREFERENCES: Final = table_of(PreferencesRow)
BANS: Final = table_of(BanRow)
ACTS: Final = table_of(ActRow)


def person(name: str) -> ColumnElement[Any]:
    """The row of the person whose number at Discord is the parameter `name`; a negative one is that of the row itself,
    of somebody whose data was taken out.
    """
    given = bindparam(name, type_=BigInteger())
    gone = (PEOPLE.c.id == -given) & PEOPLE.c.user_id.is_(null())
    return select(PEOPLE.c.id).where((PEOPLE.c.user_id == given) | gone).scalar_subquery()


def who() -> ColumnElement[Any]:
    """The number of a person whose row is read, as `person` takes it."""
    return func.coalesce(PEOPLE.c.user_id, -PEOPLE.c.id)


def _meet(*, rename: bool) -> str:
    """The person `:user_id`, called `:name`, has a row from now on; `rename` also where they had another name."""
    fresh = insert(PEOPLE).values(user_id=bindparam("user_id"), name=bindparam("name"))
    new = fresh.excluded.name
    nameless = PEOPLE.c.name == literal_column("''", Text())
    other = PEOPLE.c.name != new
    return compiled(
        fresh.on_conflict_do_update(
            index_elements=[PEOPLE.c.user_id], set_={"name": new}, where=other if rename else nameless & other
        )
    )


MEET_GUEST: Final = compiled(
    insert(PEOPLE)
    .values({name: bindparam(name) for name in ("name", "guild", "folded")})
    .on_conflict_do_nothing(index_elements=[PEOPLE.c.guild, PEOPLE.c.folded])
)
GUEST: Final = compiled(
    select(PEOPLE.c.id).where(PEOPLE.c.guild == bindparam("guild"), PEOPLE.c.folded == bindparam("folded"))
)
MEET: Final = _meet(rename=False)
MEET_AS: Final = _meet(rename=True)
_BLOCKS_OF = BLOCKS.c.person_id == person("who")
_BLOCK_OF = _BLOCKS_OF & (BLOCKS.c.blocked_id == person("whom"))
BLOCKED: Final = compiled(
    select(
        select(func.count()).where(_BLOCK_OF).scalar_subquery(),
        select(func.count()).where(_BLOCKS_OF).scalar_subquery(),
    )
)
BLOCK: Final = insert_into(BLOCKS, person_id=person("who"), blocked_id=person("whom"))
UNBLOCK: Final = compiled(delete(BLOCKS).where(_BLOCK_OF))
_BAN_OF = (BANS.c.guild == bindparam("of_guild")) & (BANS.c.person_id == person("whom"))
BANNED: Final = compiled(select(func.count()).where(_BAN_OF))
BAN: Final = insert_into(BANS, person_id=person("whom"))
ALLOW: Final = compiled(delete(BANS).where(_BAN_OF))
INSERT_ACT: Final = insert_into(ACTS, person_id=person("by"), whom_id=person("whom"))
ERASE_REASONS: Final = compiled(
    update(ACTS).where(ACTS.c.person_id == person("user")).values(words=literal_column("''", Text()))
)


def _save_guild() -> str:
    fresh = insert(GUILDS)
    new = fresh.excluded
    return compiled(
        fresh.on_conflict_do_update(
            index_elements=[GUILDS.c.guild], set_={"settings": new.settings, "updated": new.updated}
        )
    )


SAVE_GUILD: Final = _save_guild()


def _save_preferences() -> str:
    fresh = insert(PREFERENCES).values(
        {
            "person_id": person("who"),
            "settings": bindparam("settings"),
            "updated": bindparam("updated"),
        }
    )
    new = fresh.excluded
    return compiled(
        fresh.on_conflict_do_update(
            index_elements=[PREFERENCES.c.person_id], set_={"settings": new.settings, "updated": new.updated}
        )
    )


SAVE_PREFERENCES: Final = _save_preferences()


def act_row(act: Act, by: int, whom: int | None, table: int | None, words: str, now: int) -> Row:
    """The row of a moderator's act, checked; its server is to be filled in."""
    row: Row = {"guild": 0, "at": now, "act": act, "person_id": by, "whom_id": whom, "table_id": table, "words": words}
    row = checked(ActFields, row)
    return {**row, "by": row.pop("person_id"), "whom": row.pop("whom_id")}
