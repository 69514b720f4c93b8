-- Endgames against perfect play that are being played: all moves so far, the replies among them, so that a win is proven.
-- Moments are milliseconds since 1970 by the clock of the database.
CREATE TABLE puzzle_runs (
    person TEXT   NOT NULL,
    puzzle BIGINT NOT NULL,
    began  BIGINT NOT NULL,
    -- Separated by blanks.
    moves  TEXT   NOT NULL,
    PRIMARY KEY (person, puzzle)
);
