-- An encounter that came in a file has an id of its own here, so that a file can be taken twice and no
-- file can name an encounter of another table. Its dice stay bound to the id they were rolled under:
-- `dice_id`, NULL where that is its own.
ALTER TABLE encounters ADD COLUMN dice_id BLOB;
-- How many of its records came in a file, NULL for none.
ALTER TABLE encounters ADD COLUMN came INTEGER;
