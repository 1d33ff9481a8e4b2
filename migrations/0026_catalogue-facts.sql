ALTER TABLE `script_releases` ADD `language` text;--> statement-breakpoint
ALTER TABLE `script_releases` ADD `chains` text;--> statement-breakpoint
ALTER TABLE `script_releases` ADD `recorded_run` text;--> statement-breakpoint
ALTER TABLE `scripts` ADD `download_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE script_releases SET (language, chains) = (SELECT s.scan ->> '$.manifest.language', s.scan -> '$.manifest.chains' FROM release_scans s WHERE s.release_id = script_releases.id)
  WHERE id IN (SELECT s.release_id FROM release_scans s WHERE s.scan ->> '$.manifest.language' IS NOT NULL);--> statement-breakpoint
UPDATE scripts SET download_count = (SELECT count(*) FROM downloads d WHERE d.script_id = scripts.id AND (d.range IS NULL OR d.range LIKE 'bytes=0-%'));--> statement-breakpoint
CREATE TRIGGER release_scans_declared AFTER INSERT ON release_scans BEGIN UPDATE script_releases SET language = NEW.scan ->> '$.manifest.language', chains = NEW.scan -> '$.manifest.chains' WHERE id = NEW.release_id; END;--> statement-breakpoint
CREATE TRIGGER release_scans_declared_again AFTER UPDATE OF scan ON release_scans BEGIN UPDATE script_releases SET language = NEW.scan ->> '$.manifest.language', chains = NEW.scan -> '$.manifest.chains' WHERE id = NEW.release_id; END;--> statement-breakpoint
CREATE TRIGGER downloads_counted AFTER INSERT ON downloads WHEN NEW.range IS NULL OR NEW.range LIKE 'bytes=0-%' BEGIN UPDATE scripts SET download_count = download_count + 1 WHERE id = NEW.script_id; END;
