CREATE TABLE `activations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`licence_id` integer NOT NULL,
	`device_id` text NOT NULL,
	`ip` text NOT NULL,
	`slot` integer NOT NULL,
	`activated_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	FOREIGN KEY (`licence_id`) REFERENCES `licences`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `activations_device` ON `activations` (`licence_id`,`device_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `activations_slot` ON `activations` (`licence_id`,`slot`);--> statement-breakpoint
CREATE TABLE `licences` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`grant_id` integer NOT NULL,
	`licence_key` text NOT NULL,
	`device_limit` integer NOT NULL,
	`same_ip_only` integer NOT NULL,
	`created_at` integer NOT NULL,
	`revoked_at` integer,
	FOREIGN KEY (`grant_id`) REFERENCES `user_scripts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "licences_limit" CHECK("licences"."device_limit" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `licences_grant_id_unique` ON `licences` (`grant_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `licences_licence_key_unique` ON `licences` (`licence_key`);--> statement-breakpoint
CREATE TABLE `user_scripts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer,
	`script_id` integer NOT NULL,
	`access_type` text NOT NULL,
	`payment_id` integer,
	`subscription_id` integer,
	`is_active` integer DEFAULT true NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`purchased_at` integer NOT NULL,
	`expires_at` integer,
	`notes` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`script_id`) REFERENCES `scripts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subscription_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "user_scripts_type" CHECK("user_scripts"."access_type" in ('purchase', 'subscription', 'admin', 'free')),
	CONSTRAINT "user_scripts_status" CHECK("user_scripts"."status" in ('active', 'revoked', 'refunded', 'disputed')),
	CONSTRAINT "user_scripts_active" CHECK(("user_scripts"."is_active" = 1) = ("user_scripts"."status" = 'active')),
	CONSTRAINT "user_scripts_paid" CHECK("user_scripts"."access_type" in ('admin', 'free') or "user_scripts"."payment_id" is not null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_scripts_payment` ON `user_scripts` (`payment_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `user_scripts_subscription` ON `user_scripts` (`subscription_id`);--> statement-breakpoint
CREATE INDEX `user_scripts_user` ON `user_scripts` (`user_id`,`script_id`);--> statement-breakpoint
CREATE INDEX `user_scripts_script` ON `user_scripts` (`script_id`);--> statement-breakpoint
CREATE TABLE `auth_tokens` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`purpose` text NOT NULL,
	`token_hash` text NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "auth_tokens_purpose_known" CHECK("auth_tokens"."purpose" in ('verify_email', 'reset_password'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `auth_tokens_hash` ON `auth_tokens` (`token_hash`);--> statement-breakpoint
CREATE INDEX `auth_tokens_user` ON `auth_tokens` (`user_id`,`purpose`);--> statement-breakpoint
CREATE INDEX `auth_tokens_expires` ON `auth_tokens` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`sid` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`sess` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expire` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expire` ON `sessions` (`expire`);--> statement-breakpoint
CREATE INDEX `sessions_last_seen` ON `sessions` (`last_seen_at`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`username` text NOT NULL,
	`username_key` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`email_identity` text NOT NULL,
	`email_verified_at` integer,
	`password` text NOT NULL,
	`is_admin` integer DEFAULT false NOT NULL,
	`referral_code` text NOT NULL,
	`referred_by` integer,
	`email_notifications` integer DEFAULT true NOT NULL,
	`promotional_emails` integer DEFAULT true NOT NULL,
	`new_airdrops` integer DEFAULT true NOT NULL,
	`deactivated_at` integer,
	`deleted_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`referred_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "users_referral_code_length" CHECK(length("users"."referral_code") = 8)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_username_key_unique` ON `users` (`username_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_key_unique` ON `users` (`email_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_referral_code_unique` ON `users` (`referral_code`);--> statement-breakpoint
CREATE INDEX `users_email_identity` ON `users` (`email_identity`);--> statement-breakpoint
CREATE INDEX `users_referred_by` ON `users` (`referred_by`);--> statement-breakpoint
CREATE INDEX `users_created` ON `users` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`actor_id` integer,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`before` text,
	`after` text,
	`ip` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_log_created` ON `audit_log` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_subject` ON `audit_log` (`subject`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_actor` ON `audit_log` (`actor_id`,`id`);--> statement-breakpoint
CREATE TABLE `script_releases` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`script_id` integer NOT NULL,
	`version` text DEFAULT '1.0' NOT NULL,
	`script_path` text NOT NULL,
	`file_name` text NOT NULL,
	`file_size` integer NOT NULL,
	`file_type` text NOT NULL,
	`sha256` text NOT NULL,
	`signature` text,
	`contents` text NOT NULL,
	`changelog` text NOT NULL,
	`created_at` integer NOT NULL,
	`published_at` integer,
	`yanked_at` integer,
	FOREIGN KEY (`script_id`) REFERENCES `scripts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "script_releases_sha256" CHECK(length("script_releases"."sha256") = 64),
	CONSTRAINT "script_releases_size" CHECK("script_releases"."file_size" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `script_releases_script_path_unique` ON `script_releases` (`script_path`);--> statement-breakpoint
CREATE UNIQUE INDEX `script_releases_version` ON `script_releases` (`script_id`,`version`);--> statement-breakpoint
CREATE INDEX `script_releases_current` ON `script_releases` (`script_id`,`published_at`);--> statement-breakpoint
CREATE TABLE `scripts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`tier` text DEFAULT 'script' NOT NULL,
	`category` text NOT NULL,
	`price_cents` integer NOT NULL,
	`is_subscription` integer DEFAULT false NOT NULL,
	`features` text NOT NULL,
	`requirements` text DEFAULT '[]' NOT NULL,
	`image_url` text,
	`image_path` text,
	`is_deleted` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "scripts_price" CHECK("scripts"."price_cents" > 0),
	CONSTRAINT "scripts_tier" CHECK("scripts"."tier" in ('script', 'premium', 'lifetime'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `scripts_slug_unique` ON `scripts` (`slug`);--> statement-breakpoint
CREATE INDEX `scripts_listed` ON `scripts` (`is_deleted`,`id`);--> statement-breakpoint
CREATE TABLE `contact_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`email` text NOT NULL,
	`subject` text NOT NULL,
	`message` text NOT NULL,
	`newsletter` integer DEFAULT false NOT NULL,
	`ip` text,
	`created_at` integer NOT NULL,
	`answered_at` integer
);
--> statement-breakpoint
CREATE INDEX `contact_messages_created` ON `contact_messages` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `coupon_usages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`coupon_id` integer NOT NULL,
	`user_id` integer,
	`email_identity` text NOT NULL,
	`identity_use` integer NOT NULL,
	`account_use` integer,
	`state` text NOT NULL,
	`payment_id` integer,
	`subscription_id` integer,
	`discount_cents` integer NOT NULL,
	`original_cents` integer NOT NULL,
	`final_cents` integer NOT NULL,
	`applied_at` integer NOT NULL,
	`hold_expires_at` integer,
	FOREIGN KEY (`coupon_id`) REFERENCES `coupons`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subscription_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "coupon_usages_state_known" CHECK("coupon_usages"."state" in ('held', 'redeemed', 'released')),
	CONSTRAINT "coupon_usages_account_counted" CHECK("coupon_usages"."account_use" is not null or "coupon_usages"."user_id" is null),
	CONSTRAINT "coupon_usages_sum" CHECK("coupon_usages"."discount_cents" >= 0 and "coupon_usages"."final_cents" = "coupon_usages"."original_cents" - "coupon_usages"."discount_cents" and "coupon_usages"."final_cents" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `coupon_usages_person` ON `coupon_usages` (`coupon_id`,`email_identity`,`identity_use`) WHERE "coupon_usages"."state" <> 'released';--> statement-breakpoint
CREATE UNIQUE INDEX `coupon_usages_account` ON `coupon_usages` (`coupon_id`,`user_id`,`account_use`) WHERE "coupon_usages"."state" <> 'released';--> statement-breakpoint
CREATE UNIQUE INDEX `coupon_usages_payment` ON `coupon_usages` (`payment_id`);--> statement-breakpoint
CREATE INDEX `coupon_usages_coupon` ON `coupon_usages` (`coupon_id`,`applied_at`);--> statement-breakpoint
CREATE INDEX `coupon_usages_user` ON `coupon_usages` (`user_id`);--> statement-breakpoint
CREATE INDEX `coupon_usages_holds` ON `coupon_usages` (`hold_expires_at`) WHERE "coupon_usages"."state" = 'held';--> statement-breakpoint
CREATE TABLE `coupons` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`code` text NOT NULL,
	`discount_type` text NOT NULL,
	`discount_value` real NOT NULL,
	`description` text NOT NULL,
	`start_date` integer NOT NULL,
	`end_date` integer,
	`max_uses` integer,
	`current_uses` integer DEFAULT 0 NOT NULL,
	`max_uses_per_user` integer DEFAULT 1 NOT NULL,
	`min_purchase_cents` integer DEFAULT 0 NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`applies_to` text DEFAULT 'all' NOT NULL,
	`specific_script_ids` text NOT NULL,
	`created_by` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "coupons_code" CHECK(length("coupons"."code") between 3 and 20 and "coupons"."code" = upper("coupons"."code")),
	CONSTRAINT "coupons_type_known" CHECK("coupons"."discount_type" in ('percentage', 'fixed_amount', 'free_product')),
	CONSTRAINT "coupons_scope_known" CHECK("coupons"."applies_to" in ('all', 'specific_scripts', 'subscriptions', 'one_time')),
	CONSTRAINT "coupons_value" CHECK(case "coupons"."discount_type" when 'percentage' then "coupons"."discount_value" > 0 and "coupons"."discount_value" <= 1 when 'fixed_amount' then "coupons"."discount_value" >= 1 and "coupons"."discount_value" = cast("coupons"."discount_value" as integer) else "coupons"."discount_value" = 100 end),
	CONSTRAINT "coupons_uses" CHECK("coupons"."current_uses" >= 0 and ("coupons"."max_uses" is null or "coupons"."current_uses" <= "coupons"."max_uses")),
	CONSTRAINT "coupons_per_user" CHECK("coupons"."max_uses_per_user" >= 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `coupons_code_unique` ON `coupons` (`code`);--> statement-breakpoint
CREATE INDEX `coupons_created` ON `coupons` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `downloads` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer,
	`payment_id` integer,
	`script_id` integer NOT NULL,
	`release_id` integer NOT NULL,
	`via` text NOT NULL,
	`range` text,
	`ip` text,
	`user_agent` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`script_id`) REFERENCES `scripts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`release_id`) REFERENCES `script_releases`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "downloads_via_known" CHECK("downloads"."via" in ('session', 'link', 'emergency'))
);
--> statement-breakpoint
CREATE INDEX `downloads_user` ON `downloads` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `downloads_script` ON `downloads` (`script_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `downloads_payment` ON `downloads` (`payment_id`);--> statement-breakpoint
CREATE INDEX `downloads_created` ON `downloads` (`created_at`);--> statement-breakpoint
CREATE TABLE `email_deliveries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`template` text NOT NULL,
	`to_address` text NOT NULL,
	`data` text NOT NULL,
	`user_id` integer,
	`payment_id` integer,
	`status` text DEFAULT 'queued' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`run` integer DEFAULT 1 NOT NULL,
	`queued_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`next_attempt_at` integer,
	`provider_message_id` text,
	`last_error` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`sent_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "email_deliveries_status_known" CHECK("email_deliveries"."status" in ('queued', 'sending', 'retrying', 'sent', 'dead'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `email_deliveries_key_unique` ON `email_deliveries` (`key`);--> statement-breakpoint
CREATE INDEX `email_deliveries_due` ON `email_deliveries` (`next_attempt_at`) WHERE "email_deliveries"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX `email_deliveries_status` ON `email_deliveries` (`status`,`id`);--> statement-breakpoint
CREATE INDEX `email_deliveries_user` ON `email_deliveries` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `email_deliveries_payment` ON `email_deliveries` (`payment_id`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`topic` text NOT NULL,
	`payload` text NOT NULL,
	`created_at` integer NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`dispatched_at` integer,
	`last_error` text,
	CONSTRAINT "outbox_topic_known" CHECK("outbox"."topic" in ('email', 'user', 'session'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_key_unique` ON `outbox` (`key`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`next_attempt_at`) WHERE "outbox"."dispatched_at" is null;--> statement-breakpoint
CREATE INDEX `outbox_dispatched` ON `outbox` (`dispatched_at`);--> statement-breakpoint
CREATE TABLE `payment_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`payment_id` integer NOT NULL,
	`kind` text NOT NULL,
	`source` text NOT NULL,
	`details` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_events_once` ON `payment_events` (`payment_id`,`kind`);--> statement-breakpoint
CREATE TABLE `payments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`reference` text NOT NULL,
	`user_id` integer,
	`script_id` integer NOT NULL,
	`subscription_id` integer,
	`purchase_type` text NOT NULL,
	`payment_provider` text NOT NULL,
	`payment_id` text,
	`client_payment_id` text,
	`hosted_url` text,
	`transaction_id` text,
	`status` text DEFAULT 'completed' NOT NULL,
	`currency` text DEFAULT 'usd' NOT NULL,
	`amount_cents` integer NOT NULL,
	`original_cents` integer NOT NULL,
	`discount_cents` integer DEFAULT 0 NOT NULL,
	`refunded_cents` integer DEFAULT 0 NOT NULL,
	`coupon_id` integer,
	`email` text,
	`email_identity` text,
	`referrer_id` integer,
	`flagged_reason` text,
	`next_check_at` integer,
	`checks` integer DEFAULT 0 NOT NULL,
	`last_checked_at` integer,
	`expires_at` integer,
	`payment_date` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`script_id`) REFERENCES `scripts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subscription_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`coupon_id`) REFERENCES `coupons`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`referrer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "payments_status_known" CHECK("payments"."status" in ('pending', 'completed', 'failed', 'expired', 'refunded', 'partially_refunded', 'disputed')),
	CONSTRAINT "payments_type_known" CHECK("payments"."purchase_type" in ('one-time', 'subscription')),
	CONSTRAINT "payments_provider_known" CHECK("payments"."payment_provider" in ('stripe', 'coinbase', 'btcpay', 'free', 'admin')),
	CONSTRAINT "payments_amounts" CHECK("payments"."amount_cents" >= 0 and "payments"."discount_cents" >= 0 and "payments"."amount_cents" = "payments"."original_cents" - "payments"."discount_cents"),
	CONSTRAINT "payments_refunded" CHECK("payments"."refunded_cents" between 0 and "payments"."amount_cents")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_reference_unique` ON `payments` (`reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_provider_id` ON `payments` (`payment_provider`,`payment_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_client_id` ON `payments` (`user_id`,`client_payment_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_one_open` ON `payments` (`user_id`,`script_id`) WHERE "payments"."status" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX `payments_transaction` ON `payments` (`payment_provider`,`transaction_id`);--> statement-breakpoint
CREATE INDEX `payments_user` ON `payments` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `payments_identity` ON `payments` (`email_identity`);--> statement-breakpoint
CREATE INDEX `payments_subscription` ON `payments` (`subscription_id`);--> statement-breakpoint
CREATE INDEX `payments_referrer` ON `payments` (`referrer_id`);--> statement-breakpoint
CREATE INDEX `payments_created` ON `payments` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `payments_status` ON `payments` (`status`,`id`);--> statement-breakpoint
CREATE INDEX `payments_due` ON `payments` (`next_check_at`) WHERE "payments"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX `payments_flagged` ON `payments` (`id`) WHERE "payments"."flagged_reason" is not null;--> statement-breakpoint
CREATE TABLE `webhook_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`provider` text NOT NULL,
	`event_id` text NOT NULL,
	`type` text NOT NULL,
	`payload` text NOT NULL,
	`received_at` integer NOT NULL,
	`handled_at` integer,
	`outcome` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer,
	`last_error` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_events_once` ON `webhook_events` (`provider`,`event_id`);--> statement-breakpoint
CREATE INDEX `webhook_events_due` ON `webhook_events` (`next_attempt_at`) WHERE "webhook_events"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX `webhook_events_open` ON `webhook_events` (`received_at`) WHERE "webhook_events"."handled_at" is null;--> statement-breakpoint
CREATE INDEX `webhook_events_received` ON `webhook_events` (`received_at`);--> statement-breakpoint
CREATE TABLE `referral_payouts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`referrer_id` integer NOT NULL,
	`period` text NOT NULL,
	`total_cents` integer NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`created_at` integer NOT NULL,
	`paid_at` integer,
	FOREIGN KEY (`referrer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "referral_payouts_status_known" CHECK("referral_payouts"."status" in ('open', 'paid'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `referral_payouts_month` ON `referral_payouts` (`referrer_id`,`period`);--> statement-breakpoint
CREATE TABLE `referrals` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`referrer_id` integer NOT NULL,
	`referred_user_id` integer,
	`payment_id` integer,
	`subscription_id` integer,
	`source_event` text NOT NULL,
	`kind` text NOT NULL,
	`commission_cents` integer NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`created_at` integer NOT NULL,
	`matures_at` integer,
	`paid_at` integer,
	`payout_id` integer,
	FOREIGN KEY (`referrer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`referred_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subscription_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payout_id`) REFERENCES `referral_payouts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "referrals_kind_known" CHECK("referrals"."kind" in ('commission', 'reversal')),
	CONSTRAINT "referrals_status_known" CHECK("referrals"."status" in ('pending', 'completed', 'paid', 'cancelled')),
	CONSTRAINT "referrals_sign" CHECK(("referrals"."kind" = 'commission') = ("referrals"."commission_cents" >= 0))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `referrals_once` ON `referrals` (`source_event`,`referrer_id`,`kind`);--> statement-breakpoint
CREATE INDEX `referrals_referrer` ON `referrals` (`referrer_id`,`id`);--> statement-breakpoint
CREATE INDEX `referrals_referred` ON `referrals` (`referred_user_id`);--> statement-breakpoint
CREATE INDEX `referrals_payment` ON `referrals` (`payment_id`);--> statement-breakpoint
CREATE INDEX `referrals_maturing` ON `referrals` (`matures_at`) WHERE "referrals"."status" = 'pending';--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer,
	`email` text,
	`script_id` integer NOT NULL,
	`provider` text DEFAULT 'stripe' NOT NULL,
	`stripe_customer_id` text,
	`stripe_subscription_id` text,
	`status` text DEFAULT 'active' NOT NULL,
	`current_period_start` integer NOT NULL,
	`current_period_end` integer NOT NULL,
	`cancel_at_period_end` integer DEFAULT false NOT NULL,
	`past_due_since` integer,
	`cancel_at` integer,
	`ended_at` integer,
	`observed_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`script_id`) REFERENCES `scripts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "subscriptions_provider_known" CHECK("subscriptions"."provider" in ('stripe', 'coinbase', 'btcpay', 'free', 'admin')),
	CONSTRAINT "subscriptions_status_known" CHECK("subscriptions"."status" in ('active', 'trialing', 'past_due', 'unpaid', 'incomplete', 'incomplete_expired', 'paused', 'canceled'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_stripe_subscription_id_unique` ON `subscriptions` (`stripe_subscription_id`);--> statement-breakpoint
CREATE INDEX `subscriptions_user` ON `subscriptions` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `subscriptions_customer` ON `subscriptions` (`stripe_customer_id`);--> statement-breakpoint
CREATE INDEX `subscriptions_period_end` ON `subscriptions` (`status`,`current_period_end`);