-- A sum of each row of every other table but `events`, whose records have links; of those the end of each log. What
-- tells a row apart, and what is summed up, are its columns in words.
CREATE TABLE sums (
    name TEXT  COLLATE "C" NOT NULL,
    key  TEXT  COLLATE "C" NOT NULL,
    sum  BYTEA NOT NULL,
    PRIMARY KEY (name, key)
);

-- The newest migration behind which all sums were made.
ALTER TABLE store ADD COLUMN has_sums BIGINT NOT NULL DEFAULT 0;

-- Notes a change of a row for a connection that sums it up before it commits, which has a table of its own for that.
-- The names of the columns that tell rows apart come with each trigger.
CREATE FUNCTION note_change() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    was  TEXT;
    now_is TEXT;
    words TEXT;
    it   JSONB;
BEGIN
    IF to_regclass('pg_temp.changed') IS NULL THEN
        RETURN NULL;
    END IF;
    IF TG_OP <> 'INSERT' THEN
        was := OLD::TEXT;
        it := to_jsonb(OLD);
    END IF;
    IF TG_OP <> 'DELETE' THEN
        now_is := NEW::TEXT;
        it := to_jsonb(NEW);
    END IF;
    SELECT string_agg(it ->> name, ',' ORDER BY nth) INTO words
    FROM unnest(TG_ARGV) WITH ORDINALITY AS keys (name, nth);
    INSERT INTO pg_temp.changed (name, key, was, becomes) VALUES (TG_TABLE_NAME, words, was, now_is);
    RETURN NULL;
END
$$;
