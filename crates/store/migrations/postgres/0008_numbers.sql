-- 0 if somebody has declined to save the game: it is played, but neither listed nor put into the library.
ALTER TABLE games ADD COLUMN saved BIGINT NOT NULL DEFAULT 1;
-- Who chose the move, where it was not whoever sits there.
ALTER TABLE moves ADD COLUMN helper TEXT;
-- Games that are played and games of the library are counted together from now on, so that a number names one game.
CREATE SEQUENCE game_numbers AS BIGINT;
SELECT setval('game_numbers', GREATEST(played.last_value, kept.last_value), played.is_called OR kept.is_called)
    FROM games_id_seq AS played, library_key_seq AS kept;
ALTER TABLE games ALTER COLUMN id DROP IDENTITY;
ALTER TABLE games ALTER COLUMN id SET DEFAULT nextval('game_numbers');
ALTER TABLE library ALTER COLUMN key DROP IDENTITY;
ALTER TABLE library ALTER COLUMN key SET DEFAULT nextval('game_numbers');
