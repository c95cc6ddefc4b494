"""The tables of people and servers: names, blocks, bans, preferences, settings, moderators' acts."""

from __future__ import annotations

from typing import Annotated, Any, Final

from sqlalchemy import BigInteger, ColumnElement, Index
from sqlalchemy.ext.hybrid import hybrid_property
from sqlmodel import Field, col, exists, func

from data.engine import columns
from data.people.records import Act


class GuildRow(columns.Row, table=True):
    """A server's settings."""

    __tablename__ = "guilds"

    guild: columns.Key
    settings: columns.JsonObject
    version: columns.Whole = 1
    updated: columns.Whole


class PersonRow(columns.Row, table=True):
    """A person who has sat at a table or used the bot; with a `guild`, a guest of its pads.

    `folded` is the form of a name that is compared (records.guest_key).
    """

    __tablename__ = "people"
    __table_args__ = (Index("people_guild_folded", "guild", "folded", unique=True),)

    user_id: columns.Whole | None = Field(default=None, sa_type=BigInteger, unique=True)
    name: columns.String = ""
    guild: columns.OptionalWhole = None
    folded: columns.OptionalString = None
    id: columns.RowId = None

    @hybrid_property
    def user(self) -> int | None:
        """The user id, or the negative row number of an erased person (records.is_erased)."""
        return self.user_id if self.user_id is not None or self.id is None else -self.id

    @user.inplace.expression
    @classmethod
    def _user(cls) -> ColumnElement[Any]:
        return func.coalesce(col(cls.user_id), -col(cls.id))


class BlockRow(columns.Row, table=True):
    """A user who does not want another user at their tables."""

    __tablename__ = "blocks"

    person_id: columns.Whole = Field(sa_type=BigInteger, primary_key=True, foreign_key="people.id", ondelete="CASCADE")
    blocked_id: columns.Whole = Field(
        sa_type=BigInteger, primary_key=True, foreign_key="people.id", ondelete="CASCADE", index=True
    )
    at: columns.Whole


class PreferencesRow(columns.Row, table=True):
    """The preferences of a person."""

    __tablename__ = "preferences"

    person_id: columns.Whole = Field(sa_type=BigInteger, primary_key=True, foreign_key="people.id", ondelete="CASCADE")
    settings: columns.JsonObject
    version: columns.Whole = 1
    updated: columns.Whole


class BanRow(columns.Row, table=True):
    """A user who is kept from the tables of a server."""

    __tablename__ = "bans"

    guild: columns.Key
    person_id: columns.Whole = Field(
        sa_type=BigInteger, primary_key=True, foreign_key="people.id", ondelete="CASCADE", index=True
    )
    at: columns.Whole


class ActRow(columns.Row, table=True):
    """An act of a moderator: to whom, at which table, and why if they said so."""

    __tablename__ = "acts"
    __table_args__ = (Index(None, "guild", "id"), {"sqlite_autoincrement": True})

    guild: columns.Whole
    at: columns.Whole
    act: Annotated[Act, columns.TEXT]
    person_id: columns.User = Field(sa_type=BigInteger, foreign_key="people.id")
    whom_id: columns.User | None = Field(default=None, sa_type=BigInteger, foreign_key="people.id")
    table_id: columns.Whole | None = Field(
        default=None, sa_type=BigInteger, foreign_key="tables.id", ondelete="CASCADE"
    )
    words: columns.String = ""
    id: columns.RowId = None


WITHOUT_STATISTICS: Final = func.coalesce(col(PreferencesRow.settings)["no_statistics"].as_boolean(), False)
"""Whether a person wants no statistics; false where they have no row of preferences."""


def is_banned(guild: Any) -> ColumnElement[bool]:
    """Return the condition that a person (PersonRow) is banned from a server, given as a column or number."""
    return exists().where(col(BanRow.guild) == guild, col(BanRow.person_id) == col(PersonRow.id))
