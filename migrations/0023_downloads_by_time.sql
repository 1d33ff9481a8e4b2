DROP INDEX `downloads_payment`;--> statement-breakpoint
CREATE INDEX `downloads_payment` ON `downloads` (`payment_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `script_releases_recalled` ON `script_releases` (`id`) WHERE "script_releases"."recall_advice" is not null;