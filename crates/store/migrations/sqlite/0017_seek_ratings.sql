-- The ratings of those who may join a seek, in whole points; NULL where nothing is said. Guests have no rating.
ALTER TABLE seeks ADD COLUMN rating_from BIGINT;
ALTER TABLE seeks ADD COLUMN rating_to BIGINT;

-- How long a side may take for its first move, in milliseconds; NULL for as long as in other games with the same clocks.
ALTER TABLE games ADD COLUMN first_move BIGINT;
