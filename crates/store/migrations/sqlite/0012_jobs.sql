-- Work that any process with this database may do: moves of computer players, hints, searches of reviews. A row is there
-- until its work is done; one that failed too often stays for a while, so that it can be looked at.
CREATE TABLE jobs (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    -- What is to be done: 'move', 'hint', 'review' ...
    kind        TEXT   NOT NULL,
    -- The game and the revision it is done for; 0 if it is for none.
    game        BIGINT NOT NULL,
    revision    BIGINT NOT NULL,
    -- What else makes it one of its kind; empty if nothing does.
    subject     TEXT   NOT NULL,
    -- Whose work it is: of several owners each gets a share.
    owner       TEXT   NOT NULL,
    -- 0 moves, 1 hints, 2 shallow searches, 3 deep ones: the lower ones first.
    class       BIGINT NOT NULL,
    -- The order within a class. Whoever has used little lately stands further in front.
    turn        BIGINT NOT NULL,
    payload     TEXT   NOT NULL,
    -- How long it takes, about, in milliseconds.
    budget      BIGINT NOT NULL,
    -- All moments are by the clock of the database, in milliseconds since 1970.
    created     BIGINT NOT NULL,
    not_before  BIGINT NOT NULL,
    -- Who does it, and until when that is believed; NULL if it waits.
    worker      TEXT,
    lease_until BIGINT,
    attempts    BIGINT NOT NULL,
    last_error  TEXT,
    -- When it was given up; NULL if it was not.
    died        BIGINT
);
CREATE UNIQUE INDEX jobs_once ON jobs (game, revision, kind, subject);
CREATE INDEX jobs_in_order ON jobs (class, turn, id) WHERE died IS NULL;
CREATE INDEX jobs_by_worker ON jobs (worker) WHERE worker IS NOT NULL;

-- Where the next job of an owner stands.
CREATE TABLE job_owners (
    owner   TEXT   NOT NULL PRIMARY KEY,
    next    BIGINT NOT NULL,
    touched BIGINT NOT NULL
);
