-- What people learn. A person is who has it; the empty text stands for everybody who uses a studio without accounts.
-- Moments are milliseconds since 1970 in UTC, whatever the clock on the wall shows.

-- Positions that come back: mistakes of one's own games, and moves of openings.
CREATE TABLE learn_cards (
    id         BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    person     TEXT   NOT NULL,
    -- 'mistake' or 'opening'.
    kind       TEXT   NOT NULL,
    -- The position up to symmetry: 64 squares, 'X' for the side to move.
    board      TEXT   NOT NULL,
    -- The position as it was met, and what answers it there: squares with blanks between, the best first.
    position   TEXT   NOT NULL,
    answers    TEXT   NOT NULL,
    created    BIGINT NOT NULL,
    due        BIGINT NOT NULL,
    -- The last review and what is known of the memory; NULL before the first.
    reviewed   BIGINT,
    stability  DOUBLE PRECISION,
    difficulty DOUBLE PRECISION,
    reviews    BIGINT NOT NULL,
    lapses     BIGINT NOT NULL,
    -- Where it comes from: a game and a ply, what was played and what that cost, in discs.
    game       BIGINT,
    ply        BIGINT NOT NULL,
    played     TEXT   NOT NULL,
    loss       BIGINT NOT NULL,
    opponent   TEXT   NOT NULL,
    -- Words for programs: the coach's main cause, and the kind of mistake.
    cause      TEXT   NOT NULL,
    habit      TEXT   NOT NULL
);

CREATE UNIQUE INDEX learn_cards_by_board ON learn_cards (person, kind, board);
CREATE INDEX learn_cards_by_due ON learn_cards (person, due);

-- Every answer.
CREATE TABLE learn_answers (
    id           BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    person       TEXT   NOT NULL,
    card         BIGINT NOT NULL,
    moment       BIGINT NOT NULL,
    -- 1 again, 2 hard, 3 good, 4 easy.
    grade        BIGINT NOT NULL,
    milliseconds BIGINT NOT NULL,
    played       TEXT   NOT NULL
);

CREATE INDEX learn_answers_by_person ON learn_answers (person, moment);

-- How far somebody is in a lesson.
CREATE TABLE learn_lessons (
    person  TEXT   NOT NULL,
    lesson  TEXT   NOT NULL,
    -- How many steps are done.
    steps   BIGINT NOT NULL,
    -- When the last one was; NULL before that.
    done    BIGINT,
    updated BIGINT NOT NULL,
    PRIMARY KEY (person, lesson)
);

-- Games that were reviewed, as their player sees them.
CREATE TABLE learn_games (
    person        TEXT   NOT NULL,
    game          BIGINT NOT NULL,
    moment        BIGINT NOT NULL,
    -- 'black' or 'white'.
    side          TEXT   NOT NULL,
    opponent      TEXT   NOT NULL,
    -- Own discs less the opponent's.
    score         BIGINT NOT NULL,
    accuracy      DOUBLE PRECISION,
    -- Discs lost, and moves judged, in the opening, the midgame and the endgame.
    lost_opening  BIGINT NOT NULL,
    lost_midgame  BIGINT NOT NULL,
    lost_endgame  BIGINT NOT NULL,
    moves_opening BIGINT NOT NULL,
    moves_midgame BIGINT NOT NULL,
    moves_endgame BIGINT NOT NULL,
    PRIMARY KEY (person, game)
);

CREATE INDEX learn_games_by_moment ON learn_games (person, moment);
