CREATE TABLE `shop_settings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`revision` integer NOT NULL,
	`value` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `shop_settings_revision` ON `shop_settings` (`name`,`revision`);--> statement-breakpoint
CREATE TRIGGER shop_settings_no_update BEFORE UPDATE ON shop_settings BEGIN SELECT RAISE(ABORT, 'shop_settings is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER shop_settings_no_delete BEFORE DELETE ON shop_settings BEGIN SELECT RAISE(ABORT, 'shop_settings is append-only'); END;
