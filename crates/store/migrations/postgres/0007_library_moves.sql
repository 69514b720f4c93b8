-- Games with the same moves, one of which may say less than the other.
CREATE INDEX library_by_moves ON library (moves);
