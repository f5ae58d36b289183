-- A locked table takes nobody new, by whatever invitation.
ALTER TABLE tables ADD COLUMN locked INTEGER NOT NULL DEFAULT 0;
