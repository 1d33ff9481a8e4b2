CREATE TABLE `contract_withdrawals` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`reference` text NOT NULL,
	`payment_id` integer,
	`name` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `contract_withdrawals_reference_unique` ON `contract_withdrawals` (`reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `contract_withdrawals_payment` ON `contract_withdrawals` (`payment_id`);--> statement-breakpoint
CREATE INDEX `contract_withdrawals_created` ON `contract_withdrawals` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `identity_uses` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`offer` text NOT NULL,
	`kind` text NOT NULL,
	`identity` text NOT NULL,
	`number` integer NOT NULL,
	`is_live` integer DEFAULT true NOT NULL,
	`payment_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "identity_uses_kind_known" CHECK("identity_uses"."kind" in ('account', 'mailbox', 'card')),
	CONSTRAINT "identity_uses_number" CHECK("identity_uses"."number" >= 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `identity_uses_once` ON `identity_uses` (`offer`,`identity`,`number`) WHERE "identity_uses"."is_live" = 1;--> statement-breakpoint
CREATE UNIQUE INDEX `identity_uses_payment` ON `identity_uses` (`payment_id`,`offer`,`identity`);--> statement-breakpoint
CREATE INDEX `identity_uses_created` ON `identity_uses` (`created_at`);--> statement-breakpoint
ALTER TABLE `coupon_usages` ADD `is_marked` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `coupon_usages_unmarked` ON `coupon_usages` (`id`) WHERE "coupon_usages"."state" = 'redeemed' and "coupon_usages"."is_marked" = 0;--> statement-breakpoint
ALTER TABLE `payments` ADD `consent_version` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `consent_at` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `credit_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `upgraded_subscription_id` integer REFERENCES subscriptions(id);--> statement-breakpoint
ALTER TABLE `payments` ADD `upgrade_ended_at` integer;--> statement-breakpoint
CREATE INDEX `payments_upgraded` ON `payments` (`upgraded_subscription_id`) WHERE "payments"."upgraded_subscription_id" is not null;