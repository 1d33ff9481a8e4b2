CREATE TABLE `email_suppressions` (
	`email_key` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`detail` text,
	`created_at` integer NOT NULL,
	CONSTRAINT "email_suppressions_reason_known" CHECK("email_suppressions"."reason" in ('bounced', 'complained', 'unsubscribed'))
);
--> statement-breakpoint
ALTER TABLE `email_deliveries` ADD `outcome` text;--> statement-breakpoint
ALTER TABLE `email_deliveries` ADD `outcome_at` integer;--> statement-breakpoint
CREATE INDEX `email_deliveries_message` ON `email_deliveries` (`provider_message_id`) WHERE "email_deliveries"."provider_message_id" is not null;--> statement-breakpoint
CREATE INDEX `user_scripts_guests` ON `user_scripts` (`id`) WHERE ifnull("user_scripts"."user_id", 0) = 0;