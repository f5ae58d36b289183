-- The secrets the dice of an encounter follow from: private until their epoch is over, when they are
-- told in the log. Written with the record that binds the server to them.
CREATE TABLE dice_secrets (
    encounter_id BLOB    NOT NULL REFERENCES encounters (id) ON DELETE CASCADE,
    -- 1 for dice that players do not see.
    hidden       INTEGER NOT NULL,
    epoch        INTEGER NOT NULL,
    secret       BLOB    NOT NULL,
    PRIMARY KEY (encounter_id, hidden, epoch)
) STRICT, WITHOUT ROWID;
