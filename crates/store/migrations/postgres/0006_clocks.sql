-- When the present turn began, by the clock of the database.
ALTER TABLE games ADD COLUMN turn_began BIGINT NOT NULL DEFAULT 0;
-- When the flag of the side to move falls; NULL if no clock runs: the game has none, is over, or rests until somebody
-- visits it, as those of earlier versions do.
ALTER TABLE games ADD COLUMN deadline BIGINT;
-- The last position in 65 characters and the number of discs placed, for lists; NULL in games of earlier versions,
-- until they change.
ALTER TABLE games ADD COLUMN board TEXT;
ALTER TABLE games ADD COLUMN placed BIGINT;

UPDATE games SET turn_began = updated;

CREATE INDEX games_by_deadline ON games (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX games_by_ending ON games (ended, id);

-- One row that is written to see whether anything can be written.
CREATE TABLE heartbeat (
    id     BIGINT NOT NULL PRIMARY KEY,
    moment BIGINT NOT NULL
);
INSERT INTO heartbeat (id, moment) VALUES (1, 0);
