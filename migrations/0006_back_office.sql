CREATE TABLE `user_notes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`author_id` integer,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `user_notes_user` ON `user_notes` (`user_id`,`id`);--> statement-breakpoint
CREATE TABLE `emergency_links` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`script_id` integer NOT NULL,
	`issued_by` integer NOT NULL,
	`reason` text NOT NULL,
	`max_uses` integer NOT NULL,
	`uses` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`revoked_by` integer,
	FOREIGN KEY (`script_id`) REFERENCES `scripts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "emergency_links_uses" CHECK("emergency_links"."uses" between 0 and "emergency_links"."max_uses")
);
--> statement-breakpoint
CREATE INDEX `emergency_links_created` ON `emergency_links` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `uploads` (
	`key` text PRIMARY KEY NOT NULL,
	`actor_id` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `uploads_created` ON `uploads` (`created_at`);--> statement-breakpoint
CREATE TABLE `feed_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`payment_id` integer,
	`subscription_id` integer,
	`user_id` integer,
	`subject_id` integer,
	`users` integer DEFAULT 0 NOT NULL,
	`purchases` integer DEFAULT 0 NOT NULL,
	`subscriptions` integer DEFAULT 0 NOT NULL,
	`revenue_cents` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `feed_events_told` ON `feed_events` (`id`) WHERE "feed_events"."kind" <> 'capture';--> statement-breakpoint
CREATE INDEX `feed_events_purchases` ON `feed_events` (`id`) WHERE "feed_events"."kind" = 'purchase';--> statement-breakpoint
CREATE INDEX `feed_events_created` ON `feed_events` (`created_at`);--> statement-breakpoint
CREATE TABLE `shop_totals` (
	`one` integer PRIMARY KEY NOT NULL,
	`users` integer NOT NULL,
	`purchases` integer NOT NULL,
	`subscriptions` integer NOT NULL,
	`revenue_cents` integer NOT NULL,
	`mrr_cents` integer NOT NULL,
	CONSTRAINT "shop_totals_one" CHECK("shop_totals"."one" = 1)
);
--> statement-breakpoint
CREATE TABLE `stats_days` (
	`day` integer NOT NULL,
	`script_id` integer NOT NULL,
	`orders` integer DEFAULT 0 NOT NULL,
	`new_customers` integer DEFAULT 0 NOT NULL,
	`referred_orders` integer DEFAULT 0 NOT NULL,
	`gross_cents` integer DEFAULT 0 NOT NULL,
	`refunded_cents` integer DEFAULT 0 NOT NULL,
	`refunds` integer DEFAULT 0 NOT NULL,
	`disputed_cents` integer DEFAULT 0 NOT NULL,
	`discount_cents` integer DEFAULT 0 NOT NULL,
	`commission_cents` integer DEFAULT 0 NOT NULL,
	`checkouts_started` integer DEFAULT 0 NOT NULL,
	`checkouts_paid` integer DEFAULT 0 NOT NULL,
	`subscriptions_started` integer DEFAULT 0 NOT NULL,
	`subscriptions_ended` integer DEFAULT 0 NOT NULL,
	`mrr_cents` integer DEFAULT 0 NOT NULL,
	`accounts_created` integer DEFAULT 0 NOT NULL,
	`accounts_deleted` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`day`, `script_id`)
);
--> statement-breakpoint
ALTER TABLE `contact_messages` ADD `answer` text;--> statement-breakpoint
ALTER TABLE `contact_messages` ADD `answered_by` integer;--> statement-breakpoint
CREATE INDEX `contact_messages_open` ON `contact_messages` (`created_at`,`id`) WHERE "contact_messages"."answered_at" is null;--> statement-breakpoint
ALTER TABLE `downloads` ADD `emergency_link_id` integer;--> statement-breakpoint
CREATE INDEX `downloads_emergency` ON `downloads` (`emergency_link_id`) WHERE "downloads"."emergency_link_id" is not null;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `monthly_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `subscriptions_created` ON `subscriptions` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `subscriptions_listed` ON `subscriptions` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `subscriptions_email` ON `subscriptions` (lower("email"),`id`);--> statement-breakpoint
CREATE INDEX `users_admins` ON `users` (`created_at`,`id`) WHERE "users"."is_admin" = 1;--> statement-breakpoint
CREATE INDEX `users_deactivated` ON `users` (`created_at`,`id`) WHERE "users"."deactivated_at" is not null;--> statement-breakpoint
CREATE INDEX `users_deleted` ON `users` (`created_at`,`id`) WHERE "users"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX `audit_log_action` ON `audit_log` (`action`,`id`);--> statement-breakpoint
CREATE INDEX `email_deliveries_address` ON `email_deliveries` (`to_address`,`id`);--> statement-breakpoint
CREATE INDEX `payments_orders` ON `payments` (`purchase_type`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `payments_orders_status` ON `payments` (`purchase_type`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `payments_orders_script` ON `payments` (`purchase_type`,`script_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `payments_orders_both` ON `payments` (`purchase_type`,`script_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `payments_email` ON `payments` (lower("email"),`id`);