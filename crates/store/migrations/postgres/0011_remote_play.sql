-- Games between people who do not sit together.
-- The side whose seat waits for somebody, 'black' or 'white', and what that somebody must show; NULL once it is taken.
ALTER TABLE games ADD COLUMN open_seat  TEXT;
ALTER TABLE games ADD COLUMN invitation TEXT;
-- 1 if the first move of each side takes no time and nobody gets time back by taking back: games between people from
-- now on.
ALTER TABLE games ADD COLUMN fair      BIGINT NOT NULL DEFAULT 0;
-- 1 if the clock stands still until both sides want to go on.
ALTER TABLE games ADD COLUMN adjourned BIGINT NOT NULL DEFAULT 0;
-- 1 if the game is aborted at its deadline, not lost: it has not begun.
ALTER TABLE games ADD COLUMN aborts    BIGINT NOT NULL DEFAULT 0;
-- Milliseconds spent beside the moves that are made; that the network may still take; that it took last.
ALTER TABLE games ADD COLUMN black_charged BIGINT NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN black_quota   BIGINT NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN black_lag     BIGINT NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN white_charged BIGINT NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN white_quota   BIGINT NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN white_lag     BIGINT NOT NULL DEFAULT 0;
-- What the players offer each other, as a text.
ALTER TABLE games ADD COLUMN offers  TEXT   NOT NULL DEFAULT '';
-- The next game of the same players.
ALTER TABLE games ADD COLUMN rematch BIGINT;
-- 1 if the game counts for ratings.
ALTER TABLE games ADD COLUMN rated   BIGINT NOT NULL DEFAULT 0;
-- 1 if the player of a side does not want to see the game any more.
ALTER TABLE games ADD COLUMN black_hidden BIGINT NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN white_hidden BIGINT NOT NULL DEFAULT 0;

-- Positions that people play at the moment: engines do not look at them.
CREATE INDEX games_in_contest ON games (board) WHERE fair = 1 AND ended IS NULL;

-- Who is at the board of a game between people: one row for each side that ever was.
CREATE TABLE presence (
    game       BIGINT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    side       TEXT   NOT NULL,
    -- The server with the connection, and the connection that came last.
    server     TEXT   NOT NULL,
    connection BIGINT NOT NULL,
    -- When the server last said that the connection is there.
    seen       BIGINT NOT NULL,
    -- Since when nobody is there; NULL while somebody is.
    away       BIGINT,
    -- What the network takes, there and back, in milliseconds.
    lag        BIGINT NOT NULL,
    PRIMARY KEY (game, side)
);

CREATE INDEX presence_by_server ON presence (server) WHERE away IS NULL;
