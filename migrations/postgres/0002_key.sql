-- The key that signs invite links: one for all servers on this database. The first that starts puts it here.
ALTER TABLE store ADD COLUMN secret BYTEA;
