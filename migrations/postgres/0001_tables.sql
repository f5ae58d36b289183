-- The same tables as in SQLite, as they are by now; what each is for stands there, in `migrations/sqlite`.
-- All text is compared byte by byte, whatever the database's language.
CREATE TABLE tables (
    id                BYTEA   NOT NULL PRIMARY KEY,
    name              TEXT    NOT NULL,
    demo              BOOLEAN NOT NULL,
    created_at        BIGINT  NOT NULL,
    invite_generation BIGINT  NOT NULL DEFAULT 1,
    code              TEXT    COLLATE "C" UNIQUE,
    code_expires_at   BIGINT,
    locked            BOOLEAN NOT NULL DEFAULT FALSE,
    delay             BIGINT  NOT NULL DEFAULT 0
);

CREATE INDEX tables_of_demos ON tables (created_at) WHERE demo;

CREATE TABLE seats (
    table_id   BYTEA   NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat       BIGINT  NOT NULL,
    role       TEXT    NOT NULL,
    name       TEXT    NOT NULL,
    browser    BYTEA,
    moves      BIGINT  NOT NULL DEFAULT 0,
    seen_at    BIGINT  NOT NULL,
    token_hash BYTEA   UNIQUE,
    created_at BIGINT  NOT NULL,
    revoked_at BIGINT,
    revoked_by BIGINT,
    PRIMARY KEY (table_id, seat)
);

CREATE UNIQUE INDEX a_browsers_seat_at_a_table ON seats (browser, table_id)
    WHERE browser IS NOT NULL AND revoked_at IS NULL;

CREATE TABLE likenesses (
    table_id  BYTEA   NOT NULL,
    way       BIGINT  NOT NULL,
    reduction TEXT    COLLATE "C" NOT NULL,
    seat      BIGINT  NOT NULL,
    PRIMARY KEY (table_id, way, reduction),
    FOREIGN KEY (table_id, seat) REFERENCES seats (table_id, seat) ON DELETE CASCADE
);

CREATE INDEX likenesses_of_a_seat ON likenesses (table_id, seat);

CREATE TABLE passes (
    table_id   BYTEA   NOT NULL,
    seat       BIGINT  NOT NULL,
    kind       TEXT    NOT NULL,
    hash       BYTEA   NOT NULL UNIQUE,
    expires_at BIGINT,
    PRIMARY KEY (table_id, seat, kind),
    FOREIGN KEY (table_id, seat) REFERENCES seats (table_id, seat) ON DELETE CASCADE
);

CREATE TABLE encounters (
    id         BYTEA   NOT NULL PRIMARY KEY,
    table_id   BYTEA   NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    title      TEXT    NOT NULL,
    system     TEXT    NOT NULL,
    created_at BIGINT  NOT NULL,
    standing   TEXT    NOT NULL DEFAULT 'over',
    called     TEXT,
    ended_at   BIGINT,
    dice_id    BYTEA,
    came       BIGINT
);

CREATE INDEX encounters_of_a_table ON encounters (table_id, created_at);

CREATE UNIQUE INDEX the_current_encounter_of_a_table ON encounters (table_id)
    WHERE standing = 'current';

-- The truth. A second writer that takes a number or an id that is taken is refused here, whatever it believed.
CREATE TABLE events (
    encounter_id BYTEA   NOT NULL REFERENCES encounters (id) ON DELETE CASCADE,
    seq          BIGINT  NOT NULL,
    command_id   BYTEA   NOT NULL,
    at           BIGINT  NOT NULL,
    seat         BIGINT,
    body         TEXT    NOT NULL,
    link         BYTEA   NOT NULL,
    PRIMARY KEY (encounter_id, seq),
    UNIQUE (encounter_id, command_id)
);

CREATE TABLE snapshots (
    encounter_id BYTEA   NOT NULL PRIMARY KEY REFERENCES encounters (id) ON DELETE CASCADE,
    seq          BIGINT  NOT NULL,
    format       TEXT    NOT NULL,
    body         TEXT    NOT NULL,
    link         BYTEA   NOT NULL,
    sum          BYTEA   NOT NULL
);

CREATE TABLE portraits (
    table_id   BYTEA   NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    id         BYTEA   NOT NULL,
    body       BYTEA   NOT NULL,
    created_at BIGINT  NOT NULL,
    PRIMARY KEY (table_id, id)
);

CREATE TABLE dice_secrets (
    encounter_id BYTEA   NOT NULL REFERENCES encounters (id) ON DELETE CASCADE,
    hidden       BOOLEAN NOT NULL,
    epoch        BIGINT  NOT NULL,
    secret       BYTEA   NOT NULL,
    PRIMARY KEY (encounter_id, hidden, epoch)
);

CREATE TABLE sizes (
    table_id BYTEA   NOT NULL PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    bytes    BIGINT  NOT NULL,
    day      BIGINT  NOT NULL,
    of_day   BIGINT  NOT NULL
);

-- One row that every start of the program writes, and every coming back after the database was gone.
CREATE TABLE store (
    only_one   BIGINT NOT NULL PRIMARY KEY CHECK (only_one = 1),
    starts     BIGINT NOT NULL,
    comes_back BIGINT NOT NULL
);

INSERT INTO store (only_one, starts, comes_back) VALUES (1, 0, 0);
