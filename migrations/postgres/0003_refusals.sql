-- Commands that were refused, and in which words: none of them is done any more, whichever server still has it
-- on its way. After a day nothing is.
CREATE TABLE refusals (
    encounter_id BYTEA  NOT NULL REFERENCES encounters (id) ON DELETE CASCADE,
    command_id   BYTEA  NOT NULL,
    why          TEXT   NOT NULL,
    at           BIGINT NOT NULL,
    PRIMARY KEY (encounter_id, command_id)
);
