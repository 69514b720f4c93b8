-- What searches of reviews found about positions. Nothing here is needed: what is missing is searched again.
CREATE TABLE review_results (
    -- The position up to symmetry: 64 squares, 'X' for the side to move.
    board  TEXT NOT NULL,
    -- How it was searched: 'depth-12', 'solve' ...
    pass   TEXT NOT NULL,
    -- The signature of the engine that searched; another engine never uses its results.
    engine TEXT NOT NULL,
    result TEXT NOT NULL,
    PRIMARY KEY (board, pass)
);
