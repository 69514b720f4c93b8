-- Studies: games and positions with what people add to them. Times are milliseconds since 1970.
CREATE TABLE studies (
    id         BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    -- What links call it: letters and digits that cannot be guessed.
    slug       TEXT   NOT NULL UNIQUE,
    -- The game of the studio it belongs to, or else the game of the library; both NULL if it stands alone.
    game       BIGINT,
    entry      BIGINT,
    -- Whose it is; NULL if it is everybody's who uses this studio.
    owner      TEXT,
    created    BIGINT NOT NULL,
    updated    BIGINT NOT NULL,
    revision   BIGINT NOT NULL,
    title      TEXT   NOT NULL,
    black      TEXT   NOT NULL,
    white      TEXT   NOT NULL,
    -- The game it began with: its moves from the start of the tree, passes included, with blanks between.
    played     TEXT   NOT NULL,
    -- The last position of that game, and counts, for lists.
    board      TEXT   NOT NULL,
    variations BIGINT NOT NULL,
    comments   BIGINT NOT NULL,
    -- The tree as a text: a line with the start, then one for each position.
    tree       TEXT   NOT NULL
);

-- One study of a game; people with accounts may each have their own one day.
CREATE UNIQUE INDEX studies_by_game ON studies (game) WHERE owner IS NULL;
CREATE UNIQUE INDEX studies_by_entry ON studies (entry) WHERE owner IS NULL;
CREATE INDEX studies_by_update ON studies (updated);
