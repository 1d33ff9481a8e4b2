DROP INDEX `script_releases_unrecalled`;--> statement-breakpoint
ALTER TABLE `script_releases` RENAME COLUMN `recalled_at` TO `notified_at`;--> statement-breakpoint
ALTER TABLE `script_releases` RENAME COLUMN `recall_cursor` TO `notify_cursor`;--> statement-breakpoint
ALTER TABLE `script_releases` ADD `recall_advice` text;--> statement-breakpoint
ALTER TABLE `script_releases` ADD `damaged_at` integer;--> statement-breakpoint
CREATE INDEX `script_releases_sha256` ON `script_releases` (`sha256`);--> statement-breakpoint
CREATE INDEX `script_releases_unnotified` ON `script_releases` (`yanked_at`) WHERE "script_releases"."yank_reason" is not null and "script_releases"."notified_at" is null;