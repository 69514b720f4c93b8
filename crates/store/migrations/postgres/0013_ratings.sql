-- Ratings of accounts (Glicko-2). Moments are milliseconds since 1970 by the clock of the database.
CREATE TABLE ratings (
    person     TEXT   NOT NULL PRIMARY KEY,
    rating     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    -- How many games count, and when the last one ended.
    games      BIGINT NOT NULL,
    updated    BIGINT NOT NULL
);

-- What every rated game changed, one row for each player with an account: the curve of a rating, and what makes sure that a
-- game counts once. All of it can be computed again from the games, but for opponents who have left.
CREATE TABLE rating_changes (
    game               BIGINT NOT NULL,
    -- 'black' or 'white'.
    side               TEXT   NOT NULL,
    person             TEXT   NOT NULL,
    -- When the game ended; no two of a person are the same, in the order in which they counted.
    moment             BIGINT NOT NULL,
    -- 2 for a game won, 1 for a draw, 0 for a game lost.
    points             BIGINT NOT NULL,
    -- An account, or a computer player such as 'level:8'; NULL if the account is gone.
    opponent           TEXT,
    -- What the opponent was rated at that moment.
    opponent_rating    DOUBLE PRECISION NOT NULL,
    opponent_deviation DOUBLE PRECISION NOT NULL,
    rating_before      DOUBLE PRECISION NOT NULL,
    deviation_before   DOUBLE PRECISION NOT NULL,
    rating             DOUBLE PRECISION NOT NULL,
    deviation          DOUBLE PRECISION NOT NULL,
    volatility         DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (game, side)
);

CREATE INDEX rating_changes_by_person ON rating_changes (person, moment);
CREATE INDEX rating_changes_by_opponent ON rating_changes (opponent) WHERE opponent IS NOT NULL;

CREATE INDEX games_rated ON games (id) WHERE rated = 1;
-- Positions that count for somebody: engines look neither at games between people nor at rated ones.
DROP INDEX games_in_contest;
CREATE INDEX games_in_contest ON games (board) WHERE (fair = 1 OR rated = 1) AND ended IS NULL;
