CREATE TABLE `alert_states` (
	`name` text PRIMARY KEY NOT NULL,
	`is_down` integer NOT NULL,
	`changed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `job_runs` (
	`name` text PRIMARY KEY NOT NULL,
	`fence` integer NOT NULL,
	`started_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`completed_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
-- So that a job that never runs is noticed.
INSERT INTO job_runs (name, fence, started_at, expires_at, created_at)
SELECT value, 0, 0, 0, unixepoch() * 1000 FROM json_each('["every-minute","every-five-minutes","daily","payouts"]');
--> statement-breakpoint
INSERT INTO alert_states (name, is_down, changed_at) VALUES ('mail', 0, unixepoch() * 1000);
