-- People of a shared server: accounts, their sessions, and whose things are. A studio of one person uses none of this.
-- Times are milliseconds since 1970.
CREATE TABLE accounts (
    -- What games and studies call their owner.
    person   TEXT   NOT NULL PRIMARY KEY,
    name     TEXT   NOT NULL,
    -- The name as it is compared with others: nobody has the same.
    folded   TEXT   NOT NULL UNIQUE,
    -- Never the password: an Argon2 hash with its salt.
    password TEXT   NOT NULL,
    -- NULL unless somebody gave one.
    email    TEXT,
    -- 1 for those who may change what concerns all.
    is_admin BIGINT NOT NULL,
    created  BIGINT NOT NULL
);

CREATE TABLE sessions (
    -- The SHA-256 of what the browser keeps.
    token   TEXT   NOT NULL PRIMARY KEY,
    person  TEXT   NOT NULL REFERENCES accounts (person) ON DELETE CASCADE,
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL
);

CREATE INDEX sessions_by_person ON sessions (person);
CREATE INDEX sessions_by_end ON sessions (expires);

-- What all servers of this database share and nobody else knows.
CREATE TABLE secrets (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

-- What is counted by day, such as questions to the assistant's endpoint.
CREATE TABLE quotas (
    person TEXT   NOT NULL,
    kind   TEXT   NOT NULL,
    -- Days since 1970.
    day    BIGINT NOT NULL,
    used   BIGINT NOT NULL,
    PRIMARY KEY (person, kind, day)
);

-- Whose a game is, who sits there as far as they have shown themselves, and what somebody must show to look on.
-- NULL owner: everybody's who uses the studio.
ALTER TABLE games ADD COLUMN owner TEXT;
ALTER TABLE games ADD COLUMN black_person TEXT;
ALTER TABLE games ADD COLUMN white_person TEXT;
ALTER TABLE games ADD COLUMN watch_key TEXT;
CREATE INDEX games_by_owner ON games (owner) WHERE owner IS NOT NULL;
CREATE INDEX games_by_black_person ON games (black_person) WHERE black_person IS NOT NULL;
CREATE INDEX games_by_white_person ON games (white_person) WHERE white_person IS NOT NULL;

ALTER TABLE library ADD COLUMN owner TEXT;
CREATE INDEX library_by_owner ON library (owner) WHERE owner IS NOT NULL;
CREATE INDEX library_of_all ON library (key) WHERE owner IS NULL;

-- Everybody may have one study of a game.
CREATE UNIQUE INDEX studies_of_game ON studies (game, COALESCE(owner, ''));
CREATE UNIQUE INDEX studies_of_entry ON studies (entry, COALESCE(owner, ''));
CREATE INDEX studies_of_person ON studies (COALESCE(owner, ''), updated);
