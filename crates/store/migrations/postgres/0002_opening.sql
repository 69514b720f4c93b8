-- How many of the moves were there when the game began: a rematch begins there again.
ALTER TABLE games ADD COLUMN opening BIGINT NOT NULL DEFAULT 0;
