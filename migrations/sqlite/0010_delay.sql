-- By how many seconds later spectators see what happens at a table; 0 is at once.
ALTER TABLE tables ADD COLUMN delay INTEGER NOT NULL DEFAULT 0;
