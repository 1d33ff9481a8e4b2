ALTER TABLE `payments` ADD `credit_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `upgraded_subscription_id` integer REFERENCES subscriptions(id);--> statement-breakpoint
ALTER TABLE `payments` ADD `upgrade_ended_at` integer;--> statement-breakpoint
CREATE INDEX `payments_upgraded` ON `payments` (`upgraded_subscription_id`) WHERE "payments"."upgraded_subscription_id" is not null;