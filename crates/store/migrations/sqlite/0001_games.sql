-- Games and their moves. Times are milliseconds since 1970, clocks milliseconds.
CREATE TABLE games (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    name        TEXT    NOT NULL,
    created     BIGINT  NOT NULL,
    updated     BIGINT  NOT NULL,
    revision    BIGINT  NOT NULL,
    start       TEXT    NOT NULL,
    black       TEXT    NOT NULL,
    black_name  TEXT    NOT NULL,
    black_key   TEXT,
    white       TEXT    NOT NULL,
    white_name  TEXT    NOT NULL,
    white_key   TEXT,
    -- How many of the stored moves are made; the rest can be done again.
    made        BIGINT  NOT NULL,
    pace        BIGINT  NOT NULL,
    -- 1 if a person without a move has to say so.
    manual_pass BIGINT  NOT NULL,
    clock_initial   BIGINT,
    clock_increment BIGINT,
    -- NULL while the game is on; else 'discs', 'resigned' or 'time'.
    ended       TEXT,
    -- 'black', 'white', or NULL for a draw.
    winner      TEXT
);

CREATE TABLE moves (
    game         BIGINT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply          BIGINT NOT NULL,
    played       TEXT   NOT NULL,
    milliseconds BIGINT NOT NULL,
    PRIMARY KEY (game, ply)
);

CREATE INDEX games_by_update ON games (updated);
