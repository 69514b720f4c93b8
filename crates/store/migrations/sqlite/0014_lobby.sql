-- The lobby of a shared server: who seeks a game, games that anybody may look at, chat and reports. A studio of one
-- person uses none of this. Times are milliseconds since 1970 by the clock of the database.
CREATE TABLE seeks (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    -- Who seeks, and what others call them.
    person          TEXT   NOT NULL,
    name            TEXT   NOT NULL,
    clock_initial   BIGINT NOT NULL,
    clock_increment BIGINT NOT NULL,
    -- 1 if the game counts for ratings.
    rated           BIGINT NOT NULL,
    -- 1 if the game begins with one of the balanced openings.
    balanced        BIGINT NOT NULL,
    -- The side they want, 'black' or 'white'; NULL if either will do.
    side            TEXT,
    created         BIGINT NOT NULL,
    -- When they were last in the lobby.
    seen            BIGINT NOT NULL,
    -- The game that came of it; NULL while it waits.
    game            BIGINT REFERENCES games (id) ON DELETE CASCADE
);
CREATE INDEX seeks_by_person ON seeks (person);

-- 1 if anybody may look at the game: it was made in the lobby.
ALTER TABLE games ADD COLUMN on_air BIGINT NOT NULL DEFAULT 0;
CREATE INDEX games_on_air ON games (id) WHERE on_air = 1 AND ended IS NULL;
-- 1 if the player of a side has switched the chat of the game off.
ALTER TABLE games ADD COLUMN black_silent BIGINT NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN white_silent BIGINT NOT NULL DEFAULT 0;

-- How many look on at a game between people, by the server they are connected to.
CREATE TABLE spectators (
    game   BIGINT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    server TEXT   NOT NULL,
    number BIGINT NOT NULL,
    -- When the server last said so.
    seen   BIGINT NOT NULL,
    PRIMARY KEY (game, server)
);
CREATE INDEX spectators_by_server ON spectators (server);

-- What the players of a game between people say to each other.
CREATE TABLE messages (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    game   BIGINT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    side   TEXT   NOT NULL,
    person TEXT,
    body   TEXT   NOT NULL,
    said   BIGINT NOT NULL
);
CREATE INDEX messages_of_game ON messages (game, id);
CREATE INDEX messages_by_person ON messages (person) WHERE person IS NOT NULL;

-- Chats that somebody complains about, one a game and person, for the admin; the messages are copied.
CREATE TABLE reports (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    game          BIGINT NOT NULL,
    reporter      TEXT   NOT NULL,
    reporter_name TEXT   NOT NULL,
    -- Who is complained about: the side, and who sat there.
    side          TEXT   NOT NULL,
    reported      TEXT,
    reported_name TEXT   NOT NULL,
    created       BIGINT NOT NULL,
    -- When an admin closed it; NULL while it is open.
    closed        BIGINT,
    UNIQUE (game, reporter)
);
CREATE TABLE reported_messages (
    report BIGINT NOT NULL REFERENCES reports (id) ON DELETE CASCADE,
    id     BIGINT NOT NULL,
    side   TEXT   NOT NULL,
    body   TEXT   NOT NULL,
    said   BIGINT NOT NULL,
    PRIMARY KEY (report, id)
);
