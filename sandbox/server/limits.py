"""Discord's limits in one place, as its API description and documentation state them (checked in 2026)."""

from __future__ import annotations

from typing import Final

# Messages
CONTENT: Final = 2000
NONCE: Final = 25
NONCE_SECONDS: Final = 300.0
EMBEDS: Final = 10
EMBED_TITLE: Final = 256
EMBED_DESCRIPTION: Final = 4096
EMBED_FIELDS: Final = 25
EMBED_FIELD_NAME: Final = 256
EMBED_FIELD_VALUE: Final = 1024
EMBED_FOOTER: Final = 2048
EMBED_AUTHOR: Final = 256
EMBEDS_TOTAL: Final = 6000
FILES: Final = 10
FILE_BYTES: Final = 10 * 1024 * 1024
REQUEST_BYTES: Final = 25 * 1024 * 1024
FILE_NAME: Final = 1024
ALT_TEXT: Final = 1024
URL: Final = 2048
ALLOWED_MENTION_IDS: Final = 100
OLD_EDIT_AGE: Final = 3600.0
OLD_EDITS_AN_HOUR: Final = 5  # Discord publishes no figure; this one keeps a bot honest
OLD_EDIT_RETRY: Final = 1.0

# Interactions that only the person's own install of the bot allows
FOLLOWUPS: Final = 5

# Components in messages
ROWS: Final = 5
ROW_BUTTONS: Final = 5
CUSTOM_ID: Final = 100
BUTTON_LABEL: Final = 80
BUTTON_URL: Final = 512
SELECT_OPTIONS: Final = 25
OPTION_TEXT: Final = 100
PLACEHOLDER: Final = 150
V2_COMPONENTS: Final = 40
V2_TEXT: Final = 4000
SECTION_TEXTS: Final = 3
GALLERY_ITEMS: Final = 10
COLOUR: Final = 0xFFFFFF
COMPONENT_ID: Final = 2**31 - 1

# Modals
MODAL_TITLE: Final = 45
MODAL_TOP_LEVEL: Final = 5
LABEL: Final = 45
LABEL_DESCRIPTION: Final = 100
INPUT_TEXT: Final = 4000
INPUT_PLACEHOLDER: Final = 100
RADIO_OPTIONS: Final = (2, 10)
CHECKBOX_OPTIONS: Final = (1, 10)
UPLOADS: Final = 10

# Commands
COMMANDS: Final = {1: 100, 2: 15, 3: 15}
COMMAND_NAME: Final = 32
COMMAND_DESCRIPTION: Final = 100
COMMAND_OPTIONS: Final = 25
COMMAND_CHOICES: Final = 25
CHOICE_TEXT: Final = 100
COMMAND_TOTAL: Final = 8000
STRING_OPTION: Final = 6000
# fmt: off
LOCALES: Final = frozenset((
    "ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "he", "hi", "hr", "hu",
    "id", "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk", "vi", "zh-CN",
    "zh-TW",
))
# fmt: on

# Interactions
ACKNOWLEDGE_SECONDS: Final = 3.0
TOKEN_SECONDS: Final = 15 * 60.0

# Threads
THREAD_NAME: Final = 100
SLOWMODE_SECONDS: Final = 21_600
THREAD_MEMBERS: Final = 1000
ACTIVE_THREADS: Final = 1000
ARCHIVE_MINUTES: Final = frozenset((60, 1440, 4320, 10080))

# Emojis
APPLICATION_EMOJIS: Final = 2000
EMOJI_BYTES: Final = 256 * 1024
EMOJI_NAME: Final = (2, 32)

# Gateway
GATEWAY_SENDS: Final = 120
GATEWAY_WINDOW: Final = 60.0
GATEWAY_PAYLOAD: Final = 4096
HEARTBEAT_MS: Final = 41250
IDENTIFY_SECONDS: Final = 5.0
RESUME_SECONDS: Final = 180.0
RESUME_EVENTS: Final = 5000
PRIVILEGED_INTENTS: Final = 1 << 1 | 1 << 8 | 1 << 15

# Rate limits long observed (requests, seconds) by bucket; Discord tells its numbers only in headers. Enforced only
# when asked for; everything else is generous.
RATE_LIMITS: Final = {
    "send": (5, 5.0),
    "edit": (5, 5.0),
    "delete": (5, 1.0),
    "channel-edit": (2, 600.0),
    "commands": (5, 20.0),
    "emojis": (50, 60.0),
}
GLOBAL_RATE: Final = (50, 1.0)
GENEROUS_RATE: Final = (10000, 1.0)
