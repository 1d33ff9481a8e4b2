CREATE TABLE `authenticator_apps` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`confirmed_at` integer,
	`last_step` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `one_time_values` (
	`hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`user_id` integer,
	`data` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `one_time_values_expires` ON `one_time_values` (`expires_at`);--> statement-breakpoint
CREATE INDEX `one_time_values_user` ON `one_time_values` (`user_id`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`backed_up` integer NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `passkeys_credential_id_unique` ON `passkeys` (`credential_id`);--> statement-breakpoint
CREATE INDEX `passkeys_user` ON `passkeys` (`user_id`,`id`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`code_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `recovery_codes_code` ON `recovery_codes` (`user_id`,`code_hash`);--> statement-breakpoint
CREATE TABLE `security_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`user_id` integer,
	`network` text,
	`request_id` text,
	`data` text,
	`created_at` integer NOT NULL,
	CONSTRAINT "security_events_kind_given" CHECK("security_events"."kind" <> '')
);
--> statement-breakpoint
CREATE INDEX `security_events_created` ON `security_events` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `security_events_kind` ON `security_events` (`kind`,`created_at`);--> statement-breakpoint
CREATE INDEX `security_events_user` ON `security_events` (`user_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `authenticated_at` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `authenticated_from` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `factor` text;--> statement-breakpoint
ALTER TABLE `users` ADD `username_skeleton` text;--> statement-breakpoint
ALTER TABLE `users` ADD `staff_role` text;--> statement-breakpoint
CREATE INDEX `users_username_skeleton` ON `users` (`username_skeleton`);--> statement-breakpoint
ALTER TABLE `audit_log` ADD `via` text;--> statement-breakpoint
ALTER TABLE `coupon_usages` ADD `network` text;--> statement-breakpoint
CREATE INDEX `coupon_usages_network` ON `coupon_usages` (`coupon_id`,`network`) WHERE "coupon_usages"."state" = 'held';
--> statement-breakpoint
-- Every admin has a role, and nobody else has one. A changed role begins a new time in the role.
UPDATE users SET staff_role = 'owner' WHERE is_admin = 1;
--> statement-breakpoint
CREATE TRIGGER users_new_staff_role AFTER INSERT ON users WHEN NEW.is_admin AND NEW.staff_role IS NULL BEGIN UPDATE users SET staff_role = 'owner' WHERE id = NEW.id; END;
--> statement-breakpoint
CREATE TRIGGER users_staff_role AFTER UPDATE OF is_admin ON users WHEN NEW.is_admin <> OLD.is_admin BEGIN UPDATE users SET staff_role = iif(NEW.is_admin, coalesce(NEW.staff_role, 'owner'), NULL) WHERE id = NEW.id; END;
--> statement-breakpoint
CREATE TRIGGER users_staff_role_since AFTER UPDATE OF staff_role ON users WHEN NEW.is_admin AND OLD.staff_role <> NEW.staff_role BEGIN UPDATE users SET admin_since = max(NEW.updated_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = NEW.id; END;
