-- The library: games that are over, one row each, whether played here or read from files.
CREATE TABLE library (
    key          INTEGER PRIMARY KEY AUTOINCREMENT,
    -- The same for the same game; a game played here again move by move is a further copy.
    fingerprint  TEXT   NOT NULL,
    copy         BIGINT NOT NULL,
    -- The game of the studio it was, if any.
    game         BIGINT,
    added        BIGINT NOT NULL,
    -- When it was deleted, which can be undone; NULL if it is there.
    deleted      BIGINT,
    -- The day as YYYY, YYYY-MM or YYYY-MM-DD; '' if unknown.
    day          TEXT   NOT NULL,
    -- The date as the source spells it.
    date         TEXT   NOT NULL,
    black        TEXT   NOT NULL,
    white        TEXT   NOT NULL,
    -- Names, and event with place, in lower case, to be searched; see library_names.
    black_folded TEXT   NOT NULL,
    white_folded TEXT   NOT NULL,
    -- 'human', 'level:7' ...; '' if unknown.
    black_player TEXT   NOT NULL,
    white_player TEXT   NOT NULL,
    event        TEXT   NOT NULL,
    event_folded TEXT   NOT NULL,
    place        TEXT   NOT NULL,
    -- The moves of the longest named line the game follows; '' if none.
    opening      TEXT   NOT NULL,
    -- Black's discs less white's, empty squares to the winner; NULL if unknown.
    score        BIGINT,
    -- 1 if black won, -1 if white did, 0 for a draw; NULL if unknown.
    winner       BIGINT,
    ending       TEXT   NOT NULL,
    plies        BIGINT NOT NULL,
    -- 65 characters; '' for the usual start.
    start        TEXT   NOT NULL,
    -- Squares without blanks, passes left out.
    moves        TEXT   NOT NULL,
    -- Milliseconds per ply, passes included, with commas between; '' if unknown.
    times        TEXT   NOT NULL,
    source       TEXT   NOT NULL,
    notes        TEXT   NOT NULL
);

CREATE UNIQUE INDEX library_once ON library (fingerprint, copy);
CREATE INDEX library_by_game ON library (game);
-- Lists have either the games that are there or the deleted ones.
CREATE INDEX library_by_key ON library (deleted, key);
CREATE INDEX library_by_day ON library (deleted, day, key);
CREATE INDEX library_by_black ON library (deleted, black_folded, key);
CREATE INDEX library_by_white ON library (deleted, white_folded, key);
CREATE INDEX library_by_event ON library (deleted, event_folded, key);
CREATE INDEX library_by_score ON library (deleted, score, key);
CREATE INDEX library_by_plies ON library (deleted, plies, key);
CREATE INDEX library_by_opening ON library (deleted, opening, key);
CREATE INDEX library_with_notes ON library (key) WHERE notes <> '';

-- All names of players and events in lower case: a part of a name is sought here, among thousands, and not in all games.
CREATE TABLE library_names (
    name TEXT NOT NULL PRIMARY KEY
);

CREATE TABLE library_tags (
    key BIGINT NOT NULL REFERENCES library (key) ON DELETE CASCADE,
    tag TEXT   NOT NULL,
    PRIMARY KEY (key, tag)
);

CREATE INDEX library_by_tag ON library_tags (tag, key);
