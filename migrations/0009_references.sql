ALTER TABLE `users` ADD `reference` text DEFAULT '' NOT NULL;--> statement-breakpoint
-- The hubs of the accounts that are there already keep their name. New accounts get a random one, which is never theirs.
UPDATE `users` SET `reference` = CAST(`id` AS text);--> statement-breakpoint
CREATE UNIQUE INDEX `users_reference_unique` ON `users` (`reference`);--> statement-breakpoint
ALTER TABLE `email_deliveries` ADD `reference` text DEFAULT '' NOT NULL;--> statement-breakpoint
-- A mail that is being tried while this is applied keeps its idempotency key.
UPDATE `email_deliveries` SET `reference` = `key`;--> statement-breakpoint
CREATE TRIGGER users_reference AFTER INSERT ON users WHEN NEW.reference = '' BEGIN
  UPDATE users SET reference = lower(hex(randomblob(16))) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER email_deliveries_reference AFTER INSERT ON email_deliveries WHEN NEW.reference = '' BEGIN
  UPDATE email_deliveries SET reference = lower(hex(randomblob(16))) WHERE id = NEW.id;
END;
