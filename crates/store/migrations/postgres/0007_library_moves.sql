-- Games with the same moves, one of which may say less than the other; and those that say less.
CREATE INDEX library_by_moves ON library (moves);
CREATE INDEX library_incomplete ON library (moves) WHERE black = '' OR white = '' OR day = '';
