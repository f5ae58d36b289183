-- What notices damage. Each record's link is the hash of the link before it and of the record as it
-- is stored; records from before this get theirs when the program first starts with this column.
ALTER TABLE events ADD COLUMN link BLOB;

-- The link of the last record in a snapshot, and the hash of the snapshot itself.
ALTER TABLE snapshots ADD COLUMN link BLOB;
ALTER TABLE snapshots ADD COLUMN sum BLOB;

-- One row that every start of the program writes, so that a store that cannot be written is noticed
-- then, and whenever the disk is there again after it failed.
CREATE TABLE store (
    only_one     INTEGER NOT NULL PRIMARY KEY CHECK (only_one = 1),
    -- Whether the records from before there were links have theirs.
    has_links    INTEGER NOT NULL,
    starts       INTEGER NOT NULL,
    comes_back   INTEGER NOT NULL,
    -- Written and emptied again, to see whether there is room.
    room         BLOB
) STRICT;

INSERT INTO store (only_one, has_links, starts, comes_back) VALUES (1, 0, 0, 0);

-- How much a table has written: in all, and in the newest day it wrote in (days since 1970).
CREATE TABLE sizes (
    table_id BLOB    NOT NULL PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    bytes    INTEGER NOT NULL,
    day      INTEGER NOT NULL,
    of_day   INTEGER NOT NULL
) STRICT;

INSERT INTO sizes (table_id, bytes, day, of_day)
SELECT encounters.table_id, SUM(LENGTH(events.body) + 100), 0, 0
FROM events JOIN encounters ON encounters.id = events.encounter_id
GROUP BY encounters.table_id;
