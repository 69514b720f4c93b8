-- Puzzles: how hard they have turned out to be, and what people made of them. A person is '' where there are no accounts.
-- Moments are milliseconds since 1970 by the clock of the database. A puzzle is known by the number of its name.
CREATE TABLE puzzle_ratings (
    puzzle     BIGINT NOT NULL PRIMARY KEY,
    rating     REAL   NOT NULL,
    deviation  REAL   NOT NULL,
    volatility REAL   NOT NULL,
    attempts   BIGINT NOT NULL,
    solved     BIGINT NOT NULL,
    updated    BIGINT NOT NULL
);

CREATE TABLE puzzle_solvers (
    person      TEXT   NOT NULL PRIMARY KEY,
    rating      REAL   NOT NULL,
    deviation   REAL   NOT NULL,
    volatility  REAL   NOT NULL,
    attempts    BIGINT NOT NULL,
    solved      BIGINT NOT NULL,
    -- How many were solved in a row, now and at best.
    streak      BIGINT NOT NULL,
    best_streak BIGINT NOT NULL,
    updated     BIGINT NOT NULL
);

-- The first attempt of somebody at a puzzle: the one that counts.
CREATE TABLE puzzle_attempts (
    person        TEXT   NOT NULL,
    puzzle        BIGINT NOT NULL,
    -- 'rated', 'theme' or 'daily'.
    mode          TEXT   NOT NULL,
    solved        BIGINT NOT NULL,
    milliseconds  BIGINT,
    moment        BIGINT NOT NULL,
    rating_before REAL   NOT NULL,
    rating        REAL   NOT NULL,
    PRIMARY KEY (person, puzzle)
);

CREATE INDEX puzzle_attempts_by_moment ON puzzle_attempts (person, moment);

-- Endgames against perfect play.
CREATE TABLE puzzle_endgames (
    person   TEXT   NOT NULL,
    puzzle   BIGINT NOT NULL,
    empties  BIGINT NOT NULL,
    tries    BIGINT NOT NULL,
    won      BIGINT NOT NULL,
    -- The shortest time in which it was won, in milliseconds.
    best     BIGINT,
    moment   BIGINT NOT NULL,
    PRIMARY KEY (person, puzzle)
);
