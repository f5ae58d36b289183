-- A sum of each row of every other table but `events`, whose records have links; of those the end of each log. What
-- tells a row apart, and what is summed up, are its columns in words (`quote`).
CREATE TABLE sums (
    name TEXT NOT NULL,
    key  TEXT NOT NULL,
    sum  BLOB NOT NULL,
    PRIMARY KEY (name, key)
) STRICT, WITHOUT ROWID;

-- The newest migration behind which all sums were made.
ALTER TABLE store ADD COLUMN has_sums INTEGER NOT NULL DEFAULT 0;
