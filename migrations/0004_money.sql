CREATE TABLE `ledger_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`payment_id` integer NOT NULL,
	`kind` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`revision` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ledger_entries_kind_known" CHECK("ledger_entries"."kind" in ('capture', 'refund', 'dispute', 'restore')),
	CONSTRAINT "ledger_entries_sign" CHECK(("ledger_entries"."kind" in ('capture', 'restore')) = ("ledger_entries"."amount_cents" >= 0))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_entries_once` ON `ledger_entries` (`payment_id`,`revision`);--> statement-breakpoint
CREATE INDEX `ledger_entries_created` ON `ledger_entries` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `payment_checkouts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`payment_id` integer NOT NULL,
	`provider` text NOT NULL,
	`reference` text NOT NULL,
	`checkout_id` text,
	`hosted_url` text,
	`amount_cents` integer NOT NULL,
	`received_cents` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`closed_at` integer,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payment_checkouts_amount" CHECK("payment_checkouts"."amount_cents" > 0 and "payment_checkouts"."received_cents" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_checkouts_reference_unique` ON `payment_checkouts` (`reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `payment_checkouts_provider_id` ON `payment_checkouts` (`provider`,`checkout_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payment_checkouts_one_open` ON `payment_checkouts` (`payment_id`) WHERE "payment_checkouts"."closed_at" is null;--> statement-breakpoint
CREATE INDEX `payment_checkouts_payment` ON `payment_checkouts` (`payment_id`);--> statement-breakpoint
CREATE TABLE `reconciliation_findings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`details` text NOT NULL,
	`found_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`resolved_at` integer,
	`resolution` text,
	`resolved_by` integer,
	CONSTRAINT "reconciliation_findings_kind_known" CHECK("reconciliation_findings"."kind" in ('paid-no-access', 'access-not-paid', 'refunded-still-active', 'commission-without-sale', 'sale-without-commission', 'ledger-off', 'coupon-off', 'needs-attention'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reconciliation_findings_open` ON `reconciliation_findings` (`kind`,`subject`) WHERE "reconciliation_findings"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX `reconciliation_findings_list` ON `reconciliation_findings` (`resolved_at`,`id`);--> statement-breakpoint
CREATE TABLE `reconciliation_runs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`actor_id` integer,
	`since` integer NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`checked` integer DEFAULT 0 NOT NULL,
	`healed` integer DEFAULT 0 NOT NULL,
	`found` integer DEFAULT 0 NOT NULL,
	`last_error` text
);
--> statement-breakpoint
CREATE INDEX `reconciliation_runs_started` ON `reconciliation_runs` (`started_at`,`id`);--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`payment_id` integer NOT NULL,
	`reference` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`status` text NOT NULL,
	`asked_by` text NOT NULL,
	`actor_id` integer,
	`reason` text,
	`provider_refund_id` text,
	`claim_url` text,
	`last_error` text,
	`next_attempt_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refunds_amount" CHECK("refunds"."amount_cents" > 0),
	CONSTRAINT "refunds_status_known" CHECK("refunds"."status" in ('review', 'approved', 'pending', 'succeeded', 'failed', 'declined')),
	CONSTRAINT "refunds_asker_known" CHECK("refunds"."asked_by" in ('customer', 'admin'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_reference_unique` ON `refunds` (`reference`);--> statement-breakpoint
CREATE INDEX `refunds_payment` ON `refunds` (`payment_id`);--> statement-breakpoint
CREATE INDEX `refunds_status` ON `refunds` (`status`,`id`);--> statement-breakpoint
CREATE INDEX `refunds_due` ON `refunds` (`next_attempt_at`) WHERE "refunds"."next_attempt_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_one_open` ON `refunds` (`payment_id`) WHERE "refunds"."status" in ('review', 'approved', 'pending');--> statement-breakpoint
ALTER TABLE `users` ADD `payout_address` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `intent_id` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `received_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `period_start` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `period_end` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `revision` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `payments_intent` ON `payments` (`payment_provider`,`intent_id`);--> statement-breakpoint
ALTER TABLE `referral_payouts` ADD `address` text;--> statement-breakpoint
ALTER TABLE `referral_payouts` ADD `reference` text;--> statement-breakpoint
ALTER TABLE `referral_payouts` ADD `paid_by` integer REFERENCES users(id);--> statement-breakpoint
CREATE INDEX `referral_payouts_status` ON `referral_payouts` (`status`,`id`);--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `revision` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `subscriptions_prepaid` ON `subscriptions` (`current_period_end`) WHERE "subscriptions"."stripe_subscription_id" is null and "subscriptions"."status" = 'active';--> statement-breakpoint
CREATE INDEX `referrals_payout` ON `referrals` (`payout_id`);--> statement-breakpoint
CREATE INDEX `referrals_payable` ON `referrals` (`referrer_id`) WHERE "referrals"."status" = 'completed' and "referrals"."payout_id" is null;