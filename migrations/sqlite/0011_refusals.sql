-- Commands that were refused, and in which words: none of them is done any more, whichever server still has it
-- on its way. Only servers that share a database write here, and after a day nothing is on its way.
CREATE TABLE refusals (
    encounter_id BLOB    NOT NULL REFERENCES encounters (id) ON DELETE CASCADE,
    command_id   BLOB    NOT NULL,
    why          TEXT    NOT NULL,
    at           INTEGER NOT NULL,
    PRIMARY KEY (encounter_id, command_id)
) STRICT, WITHOUT ROWID;
