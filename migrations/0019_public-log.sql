CREATE TABLE `log_checkpoints` (
	`size` integer PRIMARY KEY NOT NULL,
	`note` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `log_entries` (
	`idx` integer PRIMARY KEY NOT NULL,
	`entry` text NOT NULL,
	`leaf` text NOT NULL,
	`sha256` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `log_entries_leaf` ON `log_entries` (`leaf`);--> statement-breakpoint
CREATE INDEX `log_entries_file` ON `log_entries` (`sha256`,`idx`);--> statement-breakpoint
CREATE TABLE `log_nodes` (
	`id` integer PRIMARY KEY NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `log_pending` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`entry` text NOT NULL,
	`leaf` text NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "log_pending_leaf" CHECK(length("log_pending"."leaf") = 64)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `log_pending_leaf_unique` ON `log_pending` (`leaf`);--> statement-breakpoint
CREATE TABLE `publisher_keys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`public_key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`added_by` integer,
	`added_at` integer NOT NULL,
	`active_from` integer NOT NULL,
	`removed_by` integer,
	`removed_at` integer,
	`active_until` integer,
	CONSTRAINT "publisher_keys_removal" CHECK(("publisher_keys"."removed_at" is null) = ("publisher_keys"."active_until" is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `publisher_keys_present` ON `publisher_keys` (`fingerprint`) WHERE "publisher_keys"."active_until" is null;--> statement-breakpoint
ALTER TABLE `users` ADD `admin_since` integer;--> statement-breakpoint
ALTER TABLE `script_releases` ADD `manifest_sha256` text;--> statement-breakpoint
ALTER TABLE `script_releases` ADD `signed_by` text;--> statement-breakpoint
ALTER TABLE `script_releases` ADD `log_index` integer;--> statement-breakpoint
ALTER TABLE `script_releases` ADD `publish_requested_at` integer;
--> statement-breakpoint
-- The public log is append-only, and its entries have no gaps. Nobody deletes a publisher's key.
CREATE TRIGGER log_entries_no_gap BEFORE INSERT ON log_entries WHEN NEW.idx <> coalesce((SELECT max(idx) FROM log_entries), -1) + 1 BEGIN SELECT RAISE(ABORT, 'log_entries has no gaps'); END;
--> statement-breakpoint
CREATE TRIGGER log_entries_no_update BEFORE UPDATE ON log_entries BEGIN SELECT RAISE(ABORT, 'log_entries is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER log_entries_no_delete BEFORE DELETE ON log_entries BEGIN SELECT RAISE(ABORT, 'log_entries is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER log_nodes_no_update BEFORE UPDATE ON log_nodes BEGIN SELECT RAISE(ABORT, 'log_nodes is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER log_nodes_no_delete BEFORE DELETE ON log_nodes BEGIN SELECT RAISE(ABORT, 'log_nodes is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER log_checkpoints_no_update BEFORE UPDATE ON log_checkpoints BEGIN SELECT RAISE(ABORT, 'log_checkpoints is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER log_checkpoints_no_delete BEFORE DELETE ON log_checkpoints BEGIN SELECT RAISE(ABORT, 'log_checkpoints is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER publisher_keys_no_delete BEFORE DELETE ON publisher_keys BEGIN SELECT RAISE(ABORT, 'publisher_keys keeps its rows'); END;
--> statement-breakpoint
-- An admin confirms another admin's change of a publisher key only after some days in the role.
UPDATE users SET admin_since = updated_at WHERE is_admin = 1;
--> statement-breakpoint
CREATE TRIGGER users_new_admin_since AFTER INSERT ON users WHEN NEW.is_admin BEGIN UPDATE users SET admin_since = NEW.created_at WHERE id = NEW.id; END;
--> statement-breakpoint
CREATE TRIGGER users_admin_since AFTER UPDATE OF is_admin ON users WHEN NEW.is_admin <> OLD.is_admin BEGIN UPDATE users SET admin_since = iif(NEW.is_admin, max(NEW.updated_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)), NULL) WHERE id = NEW.id; END;
