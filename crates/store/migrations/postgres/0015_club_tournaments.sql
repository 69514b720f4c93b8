-- Tournaments between people. What they mean is computed from entrants and boards. Times are milliseconds since 1970.
CREATE TABLE club_tournaments (
    id         BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    -- What links call it: letters and digits.
    slug       TEXT   NOT NULL UNIQUE,
    -- Whose it is; NULL if it is everybody's who uses this studio.
    owner      TEXT,
    name       TEXT   NOT NULL,
    -- 'swiss', 'round-robin' or 'double-round-robin'.
    system     TEXT   NOT NULL,
    -- The rounds of a Swiss tournament.
    rounds     BIGINT NOT NULL,
    -- The constant of the Brightwell quotient; NULL if it follows from the number of rounds.
    brightwell BIGINT,
    -- What late entrants get for rounds they missed: 'zero', 'half' or 'refused'.
    late       TEXT   NOT NULL,
    -- 1 if the games are played here, 0 if results are typed in.
    online     BIGINT NOT NULL,
    -- Milliseconds; NULL without clocks.
    clock_initial   BIGINT,
    clock_increment BIGINT,
    -- 1 once it is over.
    ended      BIGINT NOT NULL,
    -- Counts for lists.
    entered    BIGINT NOT NULL,
    paired     BIGINT NOT NULL,
    revision   BIGINT NOT NULL,
    created    BIGINT NOT NULL,
    updated    BIGINT NOT NULL
);

CREATE INDEX club_tournaments_by_owner ON club_tournaments (owner) WHERE owner IS NOT NULL;

CREATE TABLE club_entrants (
    tournament BIGINT NOT NULL REFERENCES club_tournaments (id) ON DELETE CASCADE,
    -- The order of entry, from 0.
    number     BIGINT NOT NULL,
    name       TEXT   NOT NULL,
    -- Who it is on a shared server; NULL if only the name is known.
    person     TEXT,
    -- How many rounds were paired before.
    joined     BIGINT NOT NULL,
    withdrawn  BIGINT NOT NULL,
    PRIMARY KEY (tournament, number)
);

CREATE INDEX club_entrants_by_person ON club_entrants (person) WHERE person IS NOT NULL;

CREATE TABLE club_boards (
    tournament BIGINT NOT NULL REFERENCES club_tournaments (id) ON DELETE CASCADE,
    -- Both from 0.
    round      BIGINT NOT NULL,
    board      BIGINT NOT NULL,
    -- Entrants by number; white is NULL for who sits out.
    black      BIGINT NOT NULL,
    white      BIGINT,
    -- 'discs', 'forfeit-black', 'forfeit-white' or 'forfeit-both'; NULL until it is known.
    result     TEXT,
    -- Black's discs of 64.
    discs      BIGINT,
    -- The game that is played here.
    game       BIGINT,
    PRIMARY KEY (tournament, round, board)
);

CREATE INDEX club_boards_by_game ON club_boards (game) WHERE game IS NOT NULL;

-- What was done in a tournament, and by whom.
CREATE TABLE club_journal (
    id         BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    tournament BIGINT NOT NULL REFERENCES club_tournaments (id) ON DELETE CASCADE,
    moment     BIGINT NOT NULL,
    -- Which account did it; empty where nobody has one.
    done_by    TEXT   NOT NULL,
    -- What was done, as JSON.
    deed       TEXT   NOT NULL
);

CREATE INDEX club_journal_by_tournament ON club_journal (tournament, id);
