-- A group's lasting place. `invite_generation` is part of every invite link: raising it stops the old ones.
CREATE TABLE tables (
    id                BLOB    NOT NULL PRIMARY KEY,
    name              TEXT    NOT NULL,
    demo              INTEGER NOT NULL,
    created_at        INTEGER NOT NULL,
    invite_generation INTEGER NOT NULL DEFAULT 1,
    code              TEXT    UNIQUE,
    code_expires_at   INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX tables_of_demos ON tables (created_at) WHERE demo;

-- One person's place. The token itself is only in their browser. A number is never given twice.
CREATE TABLE seats (
    table_id   BLOB    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat       INTEGER NOT NULL,
    role       TEXT    NOT NULL,
    name       TEXT    NOT NULL,
    token_hash BLOB    NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE encounters (
    id         BLOB    NOT NULL PRIMARY KEY,
    table_id   BLOB    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    title      TEXT    NOT NULL,
    system     TEXT    NOT NULL,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX encounters_of_a_table ON encounters (table_id, created_at);

-- The truth: what every accepted command did, one row each. `seat` is NULL for the program itself.
CREATE TABLE events (
    encounter_id BLOB    NOT NULL REFERENCES encounters (id) ON DELETE CASCADE,
    seq          INTEGER NOT NULL,
    command_id   BLOB    NOT NULL,
    at           INTEGER NOT NULL,
    seat         INTEGER,
    body         TEXT    NOT NULL,
    PRIMARY KEY (encounter_id, seq),
    UNIQUE (encounter_id, command_id)
) STRICT, WITHOUT ROWID;

-- Derived from the events, and thrown away whenever `format` is not this program's.
CREATE TABLE snapshots (
    encounter_id BLOB    NOT NULL PRIMARY KEY REFERENCES encounters (id) ON DELETE CASCADE,
    seq          INTEGER NOT NULL,
    format       TEXT    NOT NULL,
    body         TEXT    NOT NULL
) STRICT;
