CREATE TABLE `subscribers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`created_at` integer NOT NULL,
	`confirmed_at` integer,
	`unsubscribed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `subscribers_email_key_unique` ON `subscribers` (`email_key`);--> statement-breakpoint
CREATE INDEX `subscribers_confirmed` ON `subscribers` (`confirmed_at`,`id`);--> statement-breakpoint
ALTER TABLE `script_releases` ADD `announced_at` integer;--> statement-breakpoint
ALTER TABLE `script_releases` ADD `announce_cursor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `script_releases_recent` ON `script_releases` (`published_at`,`id`);--> statement-breakpoint
CREATE INDEX `script_releases_unannounced` ON `script_releases` (`published_at`) WHERE "script_releases"."announced_at" is null;--> statement-breakpoint
CREATE INDEX `user_scripts_bought` ON `user_scripts` (`purchased_at`) WHERE "user_scripts"."access_type" = 'purchase' and "user_scripts"."is_active" = 1;--> statement-breakpoint
CREATE INDEX `contact_messages_sender` ON `contact_messages` (lower("email"),`id`);--> statement-breakpoint
UPDATE `script_releases` SET `announced_at` = `published_at` WHERE `published_at` IS NOT NULL;
