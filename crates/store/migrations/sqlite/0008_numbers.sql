-- 0 if somebody has declined to save the game: it is played, but neither listed nor put into the library.
ALTER TABLE games ADD COLUMN saved BIGINT NOT NULL DEFAULT 1;
-- Who chose the move, where it was not whoever sits there.
ALTER TABLE moves ADD COLUMN helper TEXT;
-- Games that are played and games of the library are counted together from now on, so that a number names one game.
INSERT INTO sqlite_sequence (name, seq)
    SELECT 'games', 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'games');
INSERT INTO sqlite_sequence (name, seq)
    SELECT 'library', 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'library');
