CREATE TABLE `product_ratings` (
	`script_id` integer PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`stars` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `stats_spans` (
	`span` integer NOT NULL,
	`script_id` integer NOT NULL,
	`orders` integer DEFAULT 0 NOT NULL,
	`net_cents` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`span`, `script_id`)
);
--> statement-breakpoint
DROP INDEX `webhook_events_received`;--> statement-breakpoint
CREATE INDEX `webhook_events_payloads` ON `webhook_events` (`received_at`) WHERE "webhook_events"."payload" <> '';--> statement-breakpoint
DROP INDEX `subscriptions_prepaid`;--> statement-breakpoint
DROP INDEX `subscriptions_trialing`;--> statement-breakpoint
CREATE INDEX `subscriptions_prepaid` ON `subscriptions` (`status`,`current_period_end`) WHERE "subscriptions"."stripe_subscription_id" is null;--> statement-breakpoint
CREATE INDEX `subscriptions_trialing` ON `subscriptions` (`status`,`trial_ends_at`) WHERE "subscriptions"."trial_ends_at" is not null;--> statement-breakpoint
CREATE INDEX `users_deactivated_names` ON `users` (`username_key`) WHERE "users"."deactivated_at" is not null;--> statement-breakpoint
CREATE INDEX `users_deactivated_addresses` ON `users` (`email_key`) WHERE "users"."deactivated_at" is not null;--> statement-breakpoint
CREATE INDEX `users_deleted_names` ON `users` (`username_key`) WHERE "users"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX `users_deleted_addresses` ON `users` (`email_key`) WHERE "users"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX `referral_payouts_sums` ON `referral_payouts` (`status`,`total_cents`,`address`);--> statement-breakpoint
CREATE INDEX `contact_messages_addresses` ON `contact_messages` (`created_at`) WHERE "contact_messages"."ip" is not null;--> statement-breakpoint
CREATE INDEX `payments_unended` ON `payments` (`id`) WHERE "payments"."upgraded_subscription_id" is not null and "payments"."upgrade_ended_at" is null and "payments"."payment_date" is not null;
--> statement-breakpoint
INSERT INTO stats_spans (span, script_id, orders, net_cents)
  SELECT day / 32, script_id, sum(orders), sum(gross_cents - refunded_cents - disputed_cents) FROM stats_days
  GROUP BY day / 32, script_id;
--> statement-breakpoint
CREATE TRIGGER stats_days_added_to_span AFTER INSERT ON stats_days
WHEN NEW.orders <> 0 OR NEW.gross_cents - NEW.refunded_cents - NEW.disputed_cents <> 0 BEGIN
  INSERT INTO stats_spans (span, script_id, orders, net_cents)
    VALUES (NEW.day / 32, NEW.script_id, NEW.orders, NEW.gross_cents - NEW.refunded_cents - NEW.disputed_cents)
    ON CONFLICT (span, script_id) DO UPDATE SET orders = orders + excluded.orders, net_cents = net_cents + excluded.net_cents;
END;
--> statement-breakpoint
CREATE TRIGGER stats_days_changed_in_span AFTER UPDATE ON stats_days
WHEN NEW.orders <> OLD.orders OR NEW.gross_cents - NEW.refunded_cents - NEW.disputed_cents <> OLD.gross_cents - OLD.refunded_cents - OLD.disputed_cents BEGIN
  INSERT INTO stats_spans (span, script_id, orders, net_cents)
    VALUES (NEW.day / 32, NEW.script_id, NEW.orders - OLD.orders, (NEW.gross_cents - NEW.refunded_cents - NEW.disputed_cents) - (OLD.gross_cents - OLD.refunded_cents - OLD.disputed_cents))
    ON CONFLICT (span, script_id) DO UPDATE SET orders = orders + excluded.orders, net_cents = net_cents + excluded.net_cents;
END;
--> statement-breakpoint
INSERT INTO product_ratings (script_id, count, stars)
  SELECT r.script_id, count(*), sum(r.rating) FROM reviews r
  WHERE r.state = 'published' AND EXISTS (SELECT 1 FROM user_scripts g JOIN payments p ON p.id = g.payment_id
    WHERE g.id = r.grant_id AND g.is_active = 1 AND p.amount_cents > 0 AND p.status IN ('completed', 'partially_refunded'))
  GROUP BY r.script_id;
--> statement-breakpoint
CREATE TRIGGER reviews_rated AFTER INSERT ON reviews WHEN NEW.state = 'published' BEGIN
  INSERT INTO product_ratings (script_id, count, stars)
    SELECT NEW.script_id, 1, NEW.rating WHERE EXISTS (SELECT 1 FROM user_scripts g JOIN payments p ON p.id = g.payment_id
    WHERE g.id = NEW.grant_id AND g.is_active = 1 AND p.amount_cents > 0 AND p.status IN ('completed', 'partially_refunded'))
    ON CONFLICT (script_id) DO UPDATE SET count = count + excluded.count, stars = stars + excluded.stars;
END;
--> statement-breakpoint
CREATE TRIGGER reviews_rated_again AFTER UPDATE OF state, rating, grant_id ON reviews
WHEN OLD.state = 'published' OR NEW.state = 'published' BEGIN
  UPDATE product_ratings SET count = count - 1, stars = stars - OLD.rating
    WHERE script_id = OLD.script_id AND OLD.state = 'published' AND EXISTS (SELECT 1 FROM user_scripts g JOIN payments p ON p.id = g.payment_id
    WHERE g.id = OLD.grant_id AND g.is_active = 1 AND p.amount_cents > 0 AND p.status IN ('completed', 'partially_refunded'));
  INSERT INTO product_ratings (script_id, count, stars)
    SELECT NEW.script_id, 1, NEW.rating WHERE NEW.state = 'published' AND EXISTS (SELECT 1 FROM user_scripts g JOIN payments p ON p.id = g.payment_id
    WHERE g.id = NEW.grant_id AND g.is_active = 1 AND p.amount_cents > 0 AND p.status IN ('completed', 'partially_refunded'))
    ON CONFLICT (script_id) DO UPDATE SET count = count + excluded.count, stars = stars + excluded.stars;
END;
--> statement-breakpoint
CREATE TRIGGER reviews_rated_gone AFTER DELETE ON reviews WHEN OLD.state = 'published' BEGIN
  UPDATE product_ratings SET count = count - 1, stars = stars - OLD.rating
    WHERE script_id = OLD.script_id AND EXISTS (SELECT 1 FROM user_scripts g JOIN payments p ON p.id = g.payment_id
    WHERE g.id = OLD.grant_id AND g.is_active = 1 AND p.amount_cents > 0 AND p.status IN ('completed', 'partially_refunded'));
END;
--> statement-breakpoint
CREATE TRIGGER reviews_rated_by_access AFTER UPDATE OF is_active, payment_id ON user_scripts
WHEN EXISTS (SELECT 1 FROM reviews r WHERE r.grant_id = NEW.id AND r.state = 'published') BEGIN
  INSERT INTO product_ratings (script_id, count, stars)
    SELECT r.script_id, -1, -r.rating FROM reviews r WHERE r.grant_id = NEW.id AND r.state = 'published'
      AND OLD.is_active = 1 AND EXISTS (SELECT 1 FROM payments p
    WHERE p.id = OLD.payment_id AND p.amount_cents > 0 AND p.status IN ('completed', 'partially_refunded'))
    ON CONFLICT (script_id) DO UPDATE SET count = count + excluded.count, stars = stars + excluded.stars;
  INSERT INTO product_ratings (script_id, count, stars)
    SELECT r.script_id, 1, r.rating FROM reviews r WHERE r.grant_id = NEW.id AND r.state = 'published'
      AND NEW.is_active = 1 AND EXISTS (SELECT 1 FROM payments p
    WHERE p.id = NEW.payment_id AND p.amount_cents > 0 AND p.status IN ('completed', 'partially_refunded'))
    ON CONFLICT (script_id) DO UPDATE SET count = count + excluded.count, stars = stars + excluded.stars;
END;
--> statement-breakpoint
CREATE TRIGGER reviews_rated_by_payment AFTER UPDATE OF status, amount_cents ON payments
WHEN (NEW.amount_cents > 0 AND NEW.status IN ('completed', 'partially_refunded'))
  <> (OLD.amount_cents > 0 AND OLD.status IN ('completed', 'partially_refunded')) BEGIN
  INSERT INTO product_ratings (script_id, count, stars)
    SELECT r.script_id, d.sign, d.sign * r.rating
    FROM (SELECT iif((NEW.amount_cents > 0 AND NEW.status IN ('completed', 'partially_refunded')), 1, -1) AS sign) d
      CROSS JOIN user_scripts g CROSS JOIN reviews r ON r.grant_id = g.id
    WHERE g.payment_id = NEW.id AND g.is_active = 1 AND r.state = 'published'
    ON CONFLICT (script_id) DO UPDATE SET count = count + excluded.count, stars = stars + excluded.stars;
END;
