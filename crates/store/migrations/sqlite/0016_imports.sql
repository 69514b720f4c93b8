-- Imports of files that any server or worker may read: whoever was sent the files may die. Times are milliseconds since
-- 1970, by the clock of the database.
CREATE TABLE imports (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    -- Who began it; NULL where people have no names.
    owner      TEXT,
    -- How names are encoded that are not UTF-8; NULL if nothing was said.
    encoding   TEXT,
    -- 'collecting', 'reading', 'indexing', 'done', 'stopped' or 'failed'.
    state      TEXT   NOT NULL,
    -- 1 once somebody wants it to stop.
    stops      BIGINT NOT NULL DEFAULT 0,
    -- Bytes of its files, those that come in included.
    bytes      BIGINT NOT NULL DEFAULT 0,
    files      BIGINT NOT NULL DEFAULT 0,
    -- How many games there will be; NULL if that cannot be told.
    expected   BIGINT,
    -- Who reads it; what somebody else stores is not taken.
    worker     TEXT,
    -- The source that is read, how many of its items are stored, and how many are stored with their studies.
    source     BIGINT NOT NULL DEFAULT 0,
    stored     BIGINT NOT NULL DEFAULT 0,
    settled    BIGINT NOT NULL DEFAULT 0,
    games      BIGINT NOT NULL DEFAULT 0,
    added      BIGINT NOT NULL DEFAULT 0,
    duplicates BIGINT NOT NULL DEFAULT 0,
    positions  BIGINT NOT NULL DEFAULT 0,
    bad        BIGINT NOT NULL DEFAULT 0,
    -- What is wrong with the bad ones, a line each.
    faults     TEXT   NOT NULL DEFAULT '',
    failure    TEXT,
    touched    BIGINT NOT NULL
);

CREATE TABLE import_files (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    import BIGINT NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
    name   TEXT   NOT NULL,
    bytes  BIGINT NOT NULL DEFAULT 0,
    -- 1 once all of it is there.
    whole  BIGINT NOT NULL DEFAULT 0,
    UNIQUE (import, name)
);

CREATE TABLE import_chunks (
    file    BIGINT NOT NULL REFERENCES import_files (id) ON DELETE CASCADE,
    number  BIGINT NOT NULL,
    content BLOB   NOT NULL,
    PRIMARY KEY (file, number)
);

-- The explorer's index as one process made it; others fetch it.
CREATE TABLE explorer_indexes (
    version    INTEGER PRIMARY KEY AUTOINCREMENT,
    -- The last game of the library that is in it, and when that was added.
    last_key   BIGINT NOT NULL,
    last_added BIGINT NOT NULL,
    chunks     BIGINT NOT NULL DEFAULT 0,
    -- The CRC-32 of all bytes; NULL until all are there.
    checksum   BIGINT
);

CREATE TABLE explorer_chunks (
    version BIGINT NOT NULL REFERENCES explorer_indexes (version) ON DELETE CASCADE,
    number  BIGINT NOT NULL,
    content BLOB   NOT NULL,
    PRIMARY KEY (version, number)
);

-- What one process does for all, and until when it is believed to be at it.
CREATE TABLE chores (
    name        TEXT   NOT NULL PRIMARY KEY,
    worker      TEXT   NOT NULL,
    lease_until BIGINT NOT NULL
);

-- How often something was tried that all servers count together, such as logging in under a name: when the next is due
-- if they came evenly.
CREATE TABLE attempts (
    subject TEXT   NOT NULL PRIMARY KEY,
    due     BIGINT NOT NULL
);
