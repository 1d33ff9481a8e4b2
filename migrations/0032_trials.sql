ALTER TABLE `scripts` ADD `trial_days` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `trial_days` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `trial_ends_at` integer;--> statement-breakpoint
CREATE INDEX `subscriptions_trialing` ON `subscriptions` (`trial_ends_at`) WHERE "subscriptions"."status" = 'trialing';--> statement-breakpoint
-- A trial is no discount.
DROP TRIGGER payments_paid_count;--> statement-breakpoint
CREATE TRIGGER payments_paid_count AFTER UPDATE OF payment_date ON payments WHEN OLD.payment_date IS NULL AND NEW.payment_date IS NOT NULL BEGIN
  INSERT INTO stats_days (day, script_id, orders, referred_orders, discount_cents, new_customers)
    VALUES (NEW.payment_date / 86400000, NEW.script_id, 1, NEW.referrer_id IS NOT NULL, iif(NEW.trial_days > 0, 0, NEW.discount_cents),
      NOT EXISTS (SELECT 1 FROM payments o WHERE o.email_identity = NEW.email_identity AND o.id <> NEW.id AND o.payment_date IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM payments o WHERE o.user_id = NEW.user_id AND o.id <> NEW.id AND o.payment_date IS NOT NULL))
    ON CONFLICT (day, script_id) DO UPDATE SET orders = orders + 1, referred_orders = referred_orders + excluded.referred_orders,
      discount_cents = discount_cents + excluded.discount_cents, new_customers = new_customers + excluded.new_customers;
  UPDATE stats_days SET checkouts_paid = checkouts_paid + 1
    WHERE NEW.client_payment_id IS NOT NULL AND day = NEW.created_at / 86400000 AND script_id = NEW.script_id;
  UPDATE shop_totals SET purchases = purchases + 1;
  INSERT INTO feed_events (kind, payment_id, user_id, purchases, created_at) VALUES ('purchase', NEW.id, NEW.user_id, 1, NEW.payment_date);
END;
