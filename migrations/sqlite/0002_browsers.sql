-- Each browser has one key in one cookie, and a seat knows which browser holds it. A browser holds
-- one seat at a table; a seat in nobody's browser waits for a link.
CREATE TABLE seats_of_browsers (
    table_id   BLOB    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat       INTEGER NOT NULL,
    role       TEXT    NOT NULL,
    name       TEXT    NOT NULL,
    -- The hash of the key of the browser that holds it.
    browser    BLOB,
    -- How often it has moved to another browser: what was let in before the last time is out.
    moves      INTEGER NOT NULL DEFAULT 0,
    -- When its browser was last at the table.
    seen_at    INTEGER NOT NULL,
    -- The hash of the token in a cookie of the first release, until the browser has shown its key.
    token_hash BLOB    UNIQUE,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER,
    -- The seat that took it away: its own number when somebody left, NULL when the program did it.
    revoked_by INTEGER,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

-- Before there was a way to leave, only those who run the table took seats away.
INSERT INTO seats_of_browsers
    (table_id, seat, role, name, seen_at, token_hash, created_at, revoked_at, revoked_by)
SELECT table_id, seat, role, name, created_at, token_hash, created_at, revoked_at,
       CASE WHEN revoked_at IS NOT NULL THEN 1 END
FROM seats;

DROP TABLE seats;
ALTER TABLE seats_of_browsers RENAME TO seats;

CREATE UNIQUE INDEX a_browsers_seat_at_a_table ON seats (browser, table_id)
    WHERE browser IS NOT NULL AND revoked_at IS NULL;

-- How the names of seats in use look, reduced by the rules in several ways. Namesakes from before
-- have no rows: they keep their names.
CREATE TABLE likenesses (
    table_id  BLOB    NOT NULL,
    way       INTEGER NOT NULL,
    reduction TEXT    NOT NULL,
    seat      INTEGER NOT NULL,
    PRIMARY KEY (table_id, way, reduction),
    FOREIGN KEY (table_id, seat) REFERENCES seats (table_id, seat) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX likenesses_of_a_seat ON likenesses (table_id, seat);

-- Links that work once. A seat has at most one of each kind, by their hash: `move` for another
-- device, `recovery` for whoever runs the table and was forgotten by their browser.
CREATE TABLE passes (
    table_id   BLOB    NOT NULL,
    seat       INTEGER NOT NULL,
    kind       TEXT    NOT NULL,
    hash       BLOB    NOT NULL UNIQUE,
    expires_at INTEGER,
    PRIMARY KEY (table_id, seat, kind),
    FOREIGN KEY (table_id, seat) REFERENCES seats (table_id, seat) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
