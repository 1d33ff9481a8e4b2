ALTER TABLE `coupons` ADD `audience` text DEFAULT 'everyone' NOT NULL;--> statement-breakpoint
ALTER TABLE `coupons` ADD `owner_script_ids` text DEFAULT '[]' NOT NULL;