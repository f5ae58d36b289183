-- A table has several encounters. One is current: it is what the table's page shows. Others are
-- prepared, and nobody but those who run the table learns of them, or over.
ALTER TABLE encounters ADD COLUMN standing TEXT NOT NULL DEFAULT 'over';
-- The title it has now; `title` is the one it began with, from which its log goes on.
ALTER TABLE encounters ADD COLUMN called TEXT;
-- When it was over, NULL for those that are not.
ALTER TABLE encounters ADD COLUMN ended_at INTEGER;

-- Up to now a table showed its newest encounter.
UPDATE encounters SET standing = 'current'
WHERE id = (SELECT id FROM encounters AS other WHERE other.table_id = encounters.table_id
            ORDER BY created_at DESC, id LIMIT 1);

CREATE UNIQUE INDEX the_current_encounter_of_a_table ON encounters (table_id)
    WHERE standing = 'current';
