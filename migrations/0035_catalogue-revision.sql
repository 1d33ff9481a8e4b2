CREATE TABLE `catalogue_revision` (
	`id` integer PRIMARY KEY NOT NULL,
	`revision` integer NOT NULL,
	CONSTRAINT "catalogue_revision_one" CHECK("catalogue_revision"."id" = 1)
);
--> statement-breakpoint
INSERT INTO catalogue_revision (id, revision) VALUES (1, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER));
--> statement-breakpoint
-- What the public pages show has changed. A download only counts: isolates read the counts again after some minutes.
CREATE TRIGGER scripts_shown_new AFTER INSERT ON scripts BEGIN
  UPDATE catalogue_revision SET revision = max(revision + 1, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER));
END;
--> statement-breakpoint
CREATE TRIGGER scripts_shown AFTER UPDATE ON scripts
WHEN NEW.download_count = OLD.download_count OR NEW.updated_at <> OLD.updated_at BEGIN
  UPDATE catalogue_revision SET revision = max(revision + 1, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER));
END;
--> statement-breakpoint
CREATE TRIGGER scripts_shown_gone AFTER DELETE ON scripts BEGIN
  UPDATE catalogue_revision SET revision = max(revision + 1, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER));
END;
--> statement-breakpoint
-- Without drafts, and without the progress of notices and announcements.
CREATE TRIGGER releases_shown_new AFTER INSERT ON script_releases WHEN NEW.published_at IS NOT NULL BEGIN
  UPDATE catalogue_revision SET revision = max(revision + 1, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER));
END;
--> statement-breakpoint
CREATE TRIGGER releases_shown AFTER UPDATE ON script_releases
WHEN (NEW.published_at IS NOT NULL OR OLD.published_at IS NOT NULL)
  AND NEW.notify_cursor = OLD.notify_cursor AND NEW.announce_cursor = OLD.announce_cursor BEGIN
  UPDATE catalogue_revision SET revision = max(revision + 1, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER));
END;
--> statement-breakpoint
CREATE TRIGGER releases_shown_gone AFTER DELETE ON script_releases WHEN OLD.published_at IS NOT NULL BEGIN
  UPDATE catalogue_revision SET revision = max(revision + 1, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER));
END;
--> statement-breakpoint
CREATE TRIGGER scans_shown_new AFTER INSERT ON release_scans BEGIN
  UPDATE catalogue_revision SET revision = max(revision + 1, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER));
END;
--> statement-breakpoint
CREATE TRIGGER scans_shown AFTER UPDATE ON release_scans BEGIN
  UPDATE catalogue_revision SET revision = max(revision + 1, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER));
END;
--> statement-breakpoint
CREATE TRIGGER scans_shown_gone AFTER DELETE ON release_scans BEGIN
  UPDATE catalogue_revision SET revision = max(revision + 1, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER));
END;
--> statement-breakpoint
CREATE TRIGGER settings_shown AFTER INSERT ON shop_settings BEGIN
  UPDATE catalogue_revision SET revision = max(revision + 1, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER));
END;
--> statement-breakpoint
CREATE TRIGGER log_shown AFTER INSERT ON log_checkpoints BEGIN
  UPDATE catalogue_revision SET revision = max(revision + 1, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER));
END;
--> statement-breakpoint
CREATE TRIGGER log_shown_gone AFTER DELETE ON log_checkpoints BEGIN
  UPDATE catalogue_revision SET revision = max(revision + 1, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER));
END;
--> statement-breakpoint
-- A review is shown while it is published, its purchase is paid, and by name while its author has an account. Of payments,
-- access and accounts only those with a published review count: no other payment or login writes here.
CREATE TRIGGER reviews_shown_new AFTER INSERT ON reviews WHEN NEW.state = 'published' BEGIN
  UPDATE catalogue_revision SET revision = max(revision + 1, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER));
END;
--> statement-breakpoint
CREATE TRIGGER reviews_shown AFTER UPDATE ON reviews WHEN NEW.state = 'published' OR OLD.state = 'published' BEGIN
  UPDATE catalogue_revision SET revision = max(revision + 1, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER));
END;
--> statement-breakpoint
CREATE TRIGGER reviews_shown_gone AFTER DELETE ON reviews WHEN OLD.state = 'published' BEGIN
  UPDATE catalogue_revision SET revision = max(revision + 1, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER));
END;
--> statement-breakpoint
CREATE TRIGGER reviews_shown_payment AFTER UPDATE OF status, amount_cents ON payments
WHEN (NEW.status <> OLD.status OR NEW.amount_cents <> OLD.amount_cents) AND EXISTS (
  SELECT 1 FROM user_scripts g JOIN reviews r ON r.grant_id = g.id WHERE g.payment_id = NEW.id AND r.state = 'published') BEGIN
  UPDATE catalogue_revision SET revision = max(revision + 1, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER));
END;
--> statement-breakpoint
CREATE TRIGGER reviews_shown_access AFTER UPDATE OF is_active, payment_id ON user_scripts
WHEN EXISTS (
  SELECT 1 FROM reviews r WHERE r.grant_id = NEW.id AND r.state = 'published') BEGIN
  UPDATE catalogue_revision SET revision = max(revision + 1, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER));
END;
--> statement-breakpoint
CREATE TRIGGER reviews_shown_author AFTER UPDATE OF deactivated_at, deleted_at ON users
WHEN EXISTS (
  SELECT 1 FROM reviews r WHERE r.user_id = NEW.id AND r.state = 'published') BEGIN
  UPDATE catalogue_revision SET revision = max(revision + 1, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER));
END;
