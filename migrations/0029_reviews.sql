CREATE TABLE `reviews` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`script_id` integer NOT NULL,
	`grant_id` integer NOT NULL,
	`rating` integer NOT NULL,
	`text` text NOT NULL,
	`display_name` text NOT NULL,
	`state` text DEFAULT 'pending' NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`reason` text,
	`answer` text,
	`answered_at` integer,
	`created_at` integer NOT NULL,
	`submitted_at` integer NOT NULL,
	`published_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`script_id`) REFERENCES `scripts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`grant_id`) REFERENCES `user_scripts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "reviews_rating" CHECK("reviews"."rating" between 1 and 5),
	CONSTRAINT "reviews_state_known" CHECK("reviews"."state" in ('pending', 'published', 'rejected')),
	CONSTRAINT "reviews_published_at" CHECK("reviews"."state" <> 'published' or "reviews"."published_at" is not null),
	CONSTRAINT "reviews_reason" CHECK("reviews"."state" <> 'rejected' or "reviews"."reason" is not null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reviews_grant_id_unique` ON `reviews` (`grant_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `reviews_once` ON `reviews` (`user_id`,`script_id`);--> statement-breakpoint
CREATE INDEX `reviews_published` ON `reviews` (`script_id`,`published_at`,`id`) WHERE "reviews"."state" = 'published';--> statement-breakpoint
CREATE INDEX `reviews_latest` ON `reviews` (`state`,`published_at`,`id`);--> statement-breakpoint
CREATE INDEX `reviews_state` ON `reviews` (`state`,`submitted_at`,`id`);