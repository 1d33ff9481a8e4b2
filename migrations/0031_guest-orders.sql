CREATE TABLE `guest_checkouts` (
	`payment_id` integer PRIMARY KEY NOT NULL,
	`secret_hash` text NOT NULL,
	`client_payment_id` text NOT NULL,
	`corrections` integer DEFAULT 0 NOT NULL,
	`links_valid_from` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `guest_checkouts_attempt` ON `guest_checkouts` (`secret_hash`,`client_payment_id`);--> statement-breakpoint
CREATE INDEX `guest_checkouts_created` ON `guest_checkouts` (`created_at`);--> statement-breakpoint
CREATE TABLE `checkout_reminders` (
	`payment_id` integer PRIMARY KEY NOT NULL,
	`due_at` integer NOT NULL,
	`done_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `checkout_reminders_due` ON `checkout_reminders` (`due_at`) WHERE "checkout_reminders"."done_at" is null;--> statement-breakpoint
CREATE INDEX `checkout_reminders_created` ON `checkout_reminders` (`created_at`);--> statement-breakpoint
ALTER TABLE `script_releases` ADD `top_folder` text;--> statement-breakpoint
ALTER TABLE `downloads` ADD `on_order_page` integer DEFAULT false NOT NULL;