"""The first words of custom ids: each names what a click, a choice or a submitted form does."""

from __future__ import annotations

from enum import StrEnum, auto


class CustomId(StrEnum):
    """The first words of custom ids; a handler is marked with `route` and the member.

    The word is the name in small letters. A member has a docstring where its name does not say all.
    """

    # -- tables: hands and moves ---------------------------------------------------------------------------------------
    SHOW_HAND = auto()
    REFRESH_HAND = auto()
    MAKE_MOVE = auto()
    """Makes the move that the button names."""
    PICK_MOVE = auto()
    CONFIRM_MOVE = auto()
    """Makes a move whose player wanted to be asked first."""
    OPEN_MOVE_FORM = auto()
    """Opens the form of a move of several parts."""
    SUBMIT_MOVE_FORM = auto()
    """Shows what a submitted move form comes to."""
    CONFIRM_MOVE_FORM = auto()
    """Makes the move that a form was filled in with."""
    MAKE_READY_MOVE = auto()
    """Makes a move of a form that the button holds whole."""
    PICK_CARDS = auto()
    """Makes the move of a form with the cards chosen in a select."""
    DEAL_NEXT_HAND = auto()
    CLAIM_TRICKS = auto()
    """Plays out the rest of a hand that is decided."""
    WHY_NOT = auto()
    """Says why cards may not be played."""
    SHOW_HINT = auto()
    FOLLOW_HINT = auto()
    """Makes the move of the hint."""
    TAKE_BACK_MOVE = auto()
    """Takes the last move back, or agrees to that in private."""
    AGREE_TO_TAKE_BACK = auto()
    """Takes the last move back, or agrees to that where everybody sees it."""
    OPEN_PREMOVES = auto()
    """Shows the moves that can be planned for the next turn."""
    PICK_PREMOVE = auto()
    """Shows back a planned move chosen in a select."""
    OPEN_PREMOVE_FORM = auto()
    """Opens the form of a rule for the next turn."""
    SUBMIT_PREMOVE_FORM = auto()
    """Shows back a submitted rule for the next turn."""
    CANCEL_PREMOVE = auto()
    """Cancels the planned move."""

    # -- tables: what was played ---------------------------------------------------------------------------------------
    SHOW_LOG = auto()
    TURN_LOG_PAGE = auto()
    SHOW_SCORES = auto()
    TURN_SCORES_PAGE = auto()
    SHOW_REVEALED_HANDS = auto()
    """Shows everybody's cards of a hand."""
    TURN_REVEALED_HANDS_PAGE = auto()
    """Shows another page of everybody's cards."""
    SHOW_REPLAY = auto()
    GO_TO_REPLAY_STEP = auto()
    CHOOSE_REPLAY_SEAT = auto()
    """Shows the step of the replay from another seat."""

    SHOW_REVIEW = auto()
    """Shows a player which of their own moves in a hand could have been better."""

    ASK_TO_CHALLENGE = auto()
    """Asks whether a hand is to be posted as a challenge."""
    OPEN_CHALLENGE = auto()
    """Posts a hand as a challenge."""
    PLAY_CHALLENGE = auto()
    """Begins the one try at a challenge, or shows it."""
    SHOW_CHALLENGE_RANKING = auto()
    END_CHALLENGE = auto()

    OPEN_MATCH = auto()
    PLAY_MATCH = auto()
    """Begins the next board of a match, or shows the one that was begun, in a message of its own."""
    PLAY_NEXT_BOARD = auto()
    """Does so in the place of the message that its button stands on."""
    SHOW_MATCH_BOARDS = auto()
    """Shows the presser's own boards of a match, and the ranking once they may see it."""
    END_MATCH = auto()

    CALL_MOVE_SILLY = auto()
    """Keeps a computer player's move for the operator, who can have it made again."""

    # -- tables: the lobby ---------------------------------------------------------------------------------------------
    JOIN_TABLE = auto()
    """Takes a seat."""
    LEAVE_LOBBY = auto()
    """Leaves the seat before the first deal."""
    ADD_COMPUTER = auto()
    """Seats a computer player of the chosen level, or fills all seats."""
    REMOVE_COMPUTER = auto()
    START_GAME = auto()
    SET_FRIENDLY = auto()
    """Makes the table friendly, or rated."""
    OPEN_REMATCH = auto()
    """Opens a table with the same options and players."""
    ACCEPT_INVITATION = auto()
    """Takes the seat to which a person is invited."""
    DECLINE_INVITATION = auto()
    ARRANGE_TABLE = auto()
    """Shows the private message in which the host sets the table up."""
    INVITE_PEOPLE = auto()
    SWAP_SEATS = auto()
    CHOOSE_PARTNER = auto()
    """Seats a person as the partner of another."""
    HAND_OVER_HOST = auto()
    DISMISS_PLAYER = auto()
    """Removes a player from the lobby."""
    PING_PLAYERS = auto()
    """Mentions the role of members who look for a table."""
    SET_TABLE_SETTING = auto()
    OPEN_OPTIONS_FORM = auto()
    SUBMIT_OPTIONS_FORM = auto()
    OPEN_CLOCK_FORM = auto()
    SUBMIT_CLOCK_FORM = auto()

    # -- tables: the menu ----------------------------------------------------------------------------------------------
    SHOW_TABLE = auto()
    """Posts the table's message again."""
    SHOW_MORE = auto()
    """Shows what else can be done at the table."""
    MUTE_TABLE = auto()
    """Stops or resumes mentions at the table."""
    SHOW_TERMS = auto()
    EXPORT_TABLE = auto()
    """Sends the table as a file."""
    VERIFY_SHUFFLES = auto()
    """Proves the table's shuffles."""
    ASK_TO_END = auto()
    """Asks how the table is to end."""
    END_TABLE = auto()
    """Ends the table, or asks the others to."""
    CANCEL_QUESTION = auto()
    """Takes back a question about a table, unanswered."""
    ASK_TO_LEAVE = auto()
    """Asks whether a person means to leave."""
    LEAVE_TABLE = auto()
    AGREE = auto()
    """Agrees to a question that is asked at the table."""
    ANSWER_LATER = auto()
    """Leaves a question at the table open."""
    ASK_TO_DELETE_TABLE = auto()
    DELETE_TABLE = auto()
    """Deletes the table, or agrees to that."""
    RESTORE_TABLE = auto()
    MOVE_TABLE = auto()
    """Moves the table to this channel."""
    PAUSE_TABLE = auto()
    """Asks the others for a pause."""
    RESUME_TABLE = auto()
    """Ends a pause."""
    COME_BACK_TO_SEAT = auto()
    """Takes a seat back from the computer that plays in it."""

    # -- tables: seats and partners ------------------------------------------------------------------------------------
    ASK_WHOM_TO_REPLACE = auto()
    ASK_WHO_PLAYS_ON = auto()
    """Asks who is to play on in a seat."""
    ASK_TO_RELEASE = auto()
    """Asks whether a computer is to play on in a seat."""
    RELEASE_SEAT = auto()
    """Gives a seat to a computer, or agrees to that."""
    ASK_TO_OFFER_SEAT = auto()
    OFFER_SEAT = auto()
    """Offers a seat to a substitute, or agrees to that."""
    KEEP_SEAT = auto()
    """Withdraws the offer of a person's own seat."""
    TAKE_OFFERED_SEAT = auto()
    ASK_FOR_SEAT = auto()
    """Asks the others for a seat that a computer plays."""
    AGREE_TO_SEAT = auto()
    """Agrees that a person takes a computer's seat."""
    OPEN_NOTE_FORM = auto()
    SUBMIT_NOTE_FORM = auto()
    """Sends a note to partners."""
    SHOW_NOTES = auto()
    TURN_NOTES_PAGE = auto()
    ASK_TO_SHOW_HAND = auto()
    SHOW_HAND_TO_PARTNERS = auto()
    ASK_TO_REPORT_NOTE = auto()
    REPORT_NOTE = auto()

    # -- lessons and rules ---------------------------------------------------------------------------------------------
    SHOW_DAILY_SECRETS = auto()
    """Shows the SHA-256 of a day's secrets, and the secrets once the day is closed."""
    SHOW_CUP = auto()
    """Shows the newest cup of the week in a server."""
    BEGIN_DAILY_HAND = auto()
    """Begins the one try at a hand of the day."""
    BEGIN_LESSON = auto()
    SKIP_TO_END = auto()
    """Plays a lesson's hand to its end."""
    OPEN_TABLE = auto()
    """Opens a friendly table of a game."""
    CHOOSE_TABLE_GAME = auto()
    """Asks which game the table is to be of."""
    TURN_HELP_PAGE = auto()
    SHOW_RULES = auto()
    TURN_RULES_PAGE = auto()
    SHOW_RULES_CLAUSE = auto()
    TURN_RULES_SEARCH_PAGE = auto()
    """Shows another page of the clauses that hold some words."""

    # -- people and servers --------------------------------------------------------------------------------------------
    SET_PREFERENCE = auto()
    UNMUTE_ALL = auto()
    """Ends a person's mutes at all tables."""
    OPEN_QUIET_HOURS_FORM = auto()
    SUBMIT_QUIET_HOURS_FORM = auto()
    OPEN_AWAY_FORM = auto()
    """Opens the form of an absence."""
    SUBMIT_AWAY_FORM = auto()
    """Notes until when a person is away."""
    END_ABSENCE = auto()
    """Notes that a person is back."""
    SHOW_STORED_DATA = auto()
    """Shows the stored data of the user."""
    SHOW_WHO_SEES_DATA = auto()
    """Shows who sees that, and how long it stays."""
    ERASE_MY_DATA = auto()
    SET_SERVER_SETTING = auto()
    TURN_MODERATION_LOG_PAGE = auto()
    """Shows older acts of moderators."""
    CONFIRM_BAN = auto()
    """Bans a person from the tables, or does not."""
    FREE_SEAT = auto()

    # -- standings -----------------------------------------------------------------------------------------------------
    SHOW_HALL_OF_FAME = auto()
    CHOOSE_HALL_OF_FAME_GAME = auto()
    POST_HALL_OF_FAME = auto()
    SHOW_RANKS = auto()
    """Shows a page of the leaderboard below the public one."""
    SHOW_LEADERBOARD = auto()
    TURN_LEADERBOARD_PAGE = auto()
    SHOW_LEADERBOARD_BY = auto()
    """Shows the public leaderboard by another measure in private."""
    CHOOSE_LEADERBOARD_MEASURE = auto()
    CHOOSE_LEADERBOARD_SEASON = auto()
    POST_LEADERBOARD = auto()
    SHOW_WHAT_COUNTS = auto()
    """Shows which games count in the standings."""
    BEGIN_SEASON = auto()
    END_SEASON = auto()
    CHOOSE_STATS_GAME = auto()
    CHOOSE_STATS_SEASON = auto()
    POST_STATS = auto()
    CHOOSE_VERSUS_GAME = auto()
    """Shows how two people did against each other in another game."""
    POST_VERSUS = auto()
    """Posts for all how two people did against each other."""

    # -- club nights ---------------------------------------------------------------------------------------------------
    OPEN_NIGHT_PAD = auto()
    SHOW_NIGHT_PANEL = auto()
    """Shows what else can be done with a night."""
    RETURN_TO_NIGHT_PANEL = auto()
    """Leaves a question and shows what else can be done with a night."""
    ADD_TO_NIGHT = auto()
    REMOVE_FROM_NIGHT = auto()
    POST_NIGHT = auto()
    SHOW_NIGHT_CHARTS = auto()
    """Shows how the totals of a night's tables and pads went."""
    ASK_TO_END_NIGHT = auto()
    END_NIGHT = auto()
    ASK_TO_DELETE_NIGHT = auto()
    DELETE_NIGHT = auto()
    RESTORE_NIGHT = auto()

    # -- leagues -------------------------------------------------------------------------------------------------------
    OPEN_LEAGUE = auto()
    ENTER_LEAGUE = auto()
    """Enters a league, or its waiting list."""
    ASK_TO_LEAVE_LEAGUE = auto()
    LEAVE_LEAGUE = auto()
    SUBMIT_LEAGUE_OPTIONS_FORM = auto()
    START_LEAGUE = auto()
    MOVE_LEAGUE_END = auto()
    """Moves the end of a season, ends it, or cancels it."""

    # -- score pads: hands ---------------------------------------------------------------------------------------------
    ADD_PAD_HAND = auto()
    """Begins a new hand."""
    ADD_NEXT_PAD_HAND = auto()
    """Begins a new hand in the answer to the one before."""
    CHOOSE_PAD_HAND_PLAYERS = auto()
    """Begins a new hand with who played, who dealt and when."""
    OPEN_ENTRY_FORM = auto()
    SUBMIT_NEW_ENTRY_FORM = auto()
    """Takes an entry's form, and answers in a message of its own."""
    SUBMIT_ENTRY_FORM = auto()
    """Takes an entry's form, and answers in the same message."""
    CONFIRM_ENTRY = auto()
    """Enters the hand that is filled in."""
    SET_ENTRY_PLAYERS = auto()
    RESTART_ENTRY = auto()
    """Begins an entry over with other players."""
    SHOW_ENTRY = auto()
    SET_ENTRY_DEALER = auto()
    """Changes who dealt the hand of an entry."""
    OPEN_ENTRY_DAY_FORM = auto()
    SUBMIT_ENTRY_DAY_FORM = auto()
    CANCEL_ENTRY = auto()
    SHOW_PAD_SHEET = auto()
    TURN_PAD_SHEET_PAGE = auto()
    POST_PAD_SHEET = auto()
    """Posts a page of the sheet for all."""
    SHOW_PAD_HANDS = auto()
    TURN_PAD_HANDS_PAGE = auto()
    SHOW_PAD_HAND = auto()
    CORRECT_PAD_HAND = auto()
    """Opens the entry that corrects a hand."""
    STRIKE_PAD_HAND = auto()
    """Strikes a hand out, or restores it."""
    UNDO_PAD_CHANGE = auto()
    """Takes back the last change of a hand."""
    SHOW_PAD_LOG = auto()
    TURN_PAD_LOG_PAGE = auto()
    OPEN_CONTEST_FORM = auto()
    SUBMIT_CONTEST_FORM = auto()
    WITHDRAW_CONTEST = auto()
    REJECT_CONTEST = auto()
    """Lets a contested hand stand."""
    SHOW_CONTESTED_HAND = auto()
    """Shows keepers the hand that is contested."""
    SHOW_PAD_CHART = auto()
    """Shows the course of the totals in private."""
    POST_PAD_CHART = auto()
    """Posts the course of the totals for all."""
    EXPORT_PAD = auto()
    """Sends the pad as files."""

    # -- score pads: players and the pad itself ------------------------------------------------------------------------
    SUBMIT_PAD_FORM = auto()
    """Opens a pad for any other game."""
    OPEN_PAD = auto()
    IMPORT_PAD_AGAIN = auto()
    """Opens another pad from the same file."""
    IMPORT_SHEET = auto()
    """Opens a pad from a table of names and points, and says whether most or fewest win."""
    POST_PAD = auto()
    """Posts the pad's message here."""
    SHOW_PAD_PLAYERS = auto()
    ADD_LAST_PAD_PLAYERS = auto()
    """Adds the players of the last pad or table of this night."""
    JOIN_PAD = auto()
    LEAVE_PAD = auto()
    AGREE_TO_PAD = auto()
    """Agrees to play on a pad."""
    REFUSE_PAD = auto()
    """Refuses to play on a pad."""
    ADD_PAD_MEMBERS = auto()
    OPEN_GUESTS_FORM = auto()
    SUBMIT_GUESTS_FORM = auto()
    """Adds guests to a pad."""
    SET_PAD_PLAYERS = auto()
    """Changes who plays from now on."""
    REMOVE_PAD_PLAYER = auto()
    MOVE_PAD_PLAYER = auto()
    """Moves a player one place earlier."""
    OPEN_STARTING_POINTS_FORM = auto()
    """Opens the form of a latecomer's starting points."""
    SUBMIT_STARTING_POINTS_FORM = auto()
    """Changes a latecomer's starting points."""
    SHOW_PLAYERS_PAGE = auto()
    """Shows the page on which one thing about a pad's players is changed."""
    SHOW_PAD_GUESTS = auto()
    CHOOSE_GUEST = auto()
    """Shows what can be done about one guest."""
    CHOOSE_SAME_PLAYER = auto()
    """Asks whether a guest is the chosen player."""
    MERGE_PLAYERS = auto()
    """Gives a guest's hands to another player."""
    SPLIT_PLAYERS = auto()
    OPEN_GUEST_NAME_FORM = auto()
    SUBMIT_GUEST_NAME_FORM = auto()
    """Renames a guest."""
    LINK_GUEST = auto()
    """Links a guest to the chosen member."""
    CONFIRM_GUEST_LINK = auto()
    """Links a guest to the member who was proposed."""
    SHOW_PAD_MORE = auto()
    """Shows what else can be done with a pad."""
    RETURN_TO_PAD_MORE = auto()
    """Leaves a question and shows what else can be done with a pad."""
    ADD_PAD_KEEPERS = auto()
    OPEN_PAD_NAME_FORM = auto()
    SUBMIT_PAD_NAME_FORM = auto()
    """Renames a pad."""
    OPEN_PAD_OPTIONS_FORM = auto()
    SUBMIT_PAD_OPTIONS_FORM = auto()
    ASK_TO_FINISH_PAD = auto()
    FINISH_PAD = auto()
    """Finishes a pad, or reopens it."""
    ASK_TO_DELETE_PAD = auto()
    DELETE_PAD = auto()
    """Deletes a pad, or agrees to that."""
    KEEP_PAD = auto()
    """Stops the deletion of a pad."""
    RESTORE_PAD = auto()
