ALTER TABLE `script_releases` ADD `yank_reason` text;--> statement-breakpoint
ALTER TABLE `script_releases` ADD `recalled_at` integer;--> statement-breakpoint
ALTER TABLE `script_releases` ADD `recall_cursor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `script_releases_unrecalled` ON `script_releases` (`yanked_at`) WHERE "script_releases"."yank_reason" is not null and "script_releases"."recalled_at" is null;--> statement-breakpoint
CREATE INDEX `downloads_release` ON `downloads` (`release_id`,`id`);--> statement-breakpoint
CREATE INDEX `email_deliveries_product_link` ON `email_deliveries` ("data" ->> '$.productId',`id`) WHERE "email_deliveries"."template" = 'product-link';--> statement-breakpoint
-- What was withdrawn before keeps its reason, which was promised to stay inside: nobody is told of it.
UPDATE `script_releases` SET `recalled_at` = `yanked_at`, `yank_reason` = (
  SELECT json_extract(a.`after`, '$.reason') FROM `audit_log` a
  WHERE a.`subject` = 'release:' || `script_releases`.`id` AND a.`action` = 'release.yank' ORDER BY a.`id` DESC LIMIT 1
) WHERE `yanked_at` IS NOT NULL;
