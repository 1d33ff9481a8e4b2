CREATE TABLE `release_scans` (
	`release_id` integer PRIMARY KEY NOT NULL,
	`scan` text NOT NULL,
	`texts` text NOT NULL,
	`undeclared_count` integer NOT NULL,
	`scanned_at` integer NOT NULL,
	`uploaded_by` integer,
	`confirmed_by` integer,
	`confirmed_at` integer,
	`confirm_reason` text,
	`riskier` text DEFAULT '[]' NOT NULL,
	FOREIGN KEY (`release_id`) REFERENCES `script_releases`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "release_scans_undeclared" CHECK("release_scans"."undeclared_count" >= 0)
);
