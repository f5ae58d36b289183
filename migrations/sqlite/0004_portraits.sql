-- Pictures of combatants: small squares that the program wrote itself, by the beginning of the hash
-- of their bytes. Which combatant has which one stands in the log.
CREATE TABLE portraits (
    table_id   BLOB    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    id         BLOB    NOT NULL,
    body       BLOB    NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (table_id, id)
) STRICT, WITHOUT ROWID;
