CREATE TABLE `beta_choices` (
	`user_id` integer NOT NULL,
	`script_id` integer NOT NULL,
	`chosen_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `script_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`script_id`) REFERENCES `scripts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `incident_reports` (
	`release_id` integer PRIMARY KEY NOT NULL,
	`aware_at` integer NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`release_id`) REFERENCES `script_releases`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `incident_steps` (
	`release_id` integer NOT NULL,
	`clock` text NOT NULL,
	`done_at` integer NOT NULL,
	`done_by` integer,
	`note` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`release_id`, `clock`),
	FOREIGN KEY (`release_id`) REFERENCES `incident_reports`(`release_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`done_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE TABLE `recall_receipts` (
	`release_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`seen_at` integer NOT NULL,
	PRIMARY KEY(`release_id`, `user_id`),
	FOREIGN KEY (`release_id`) REFERENCES `script_releases`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `recall_receipts_user` ON `recall_receipts` (`user_id`,`release_id`);--> statement-breakpoint
ALTER TABLE `users` ADD `links_valid_from` integer;--> statement-breakpoint
ALTER TABLE `script_releases` ADD `is_beta` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `script_releases` ADD `is_security_update` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `scripts` ADD `security_updates_until` integer;--> statement-breakpoint
ALTER TABLE `downloads` ADD `network` text;--> statement-breakpoint
UPDATE `release_scans` SET `scan` = json_set(`scan`, '$.manifest.dynamicCode', json('[]')) WHERE json_type(`scan`, '$.manifest') = 'object' AND json_type(`scan`, '$.manifest.dynamicCode') IS NULL;
