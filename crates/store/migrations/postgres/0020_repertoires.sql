-- What people want to play in the opening.
CREATE TABLE learn_repertoires (
    id      BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    person  TEXT   NOT NULL,
    name    TEXT   NOT NULL,
    -- 'black' or 'white'.
    side    TEXT   NOT NULL,
    -- Lines from the usual start, with blanks between: 'f5d6c3 f5f6e6'.
    lines   TEXT   NOT NULL,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL
);

CREATE INDEX learn_repertoires_by_person ON learn_repertoires (person);
