-- Counters, daily figures and the admins' feed, kept by triggers in the transaction of what they count. A later
-- migration that rebuilds one of these tables drops its triggers: it must create them again.
UPDATE subscriptions SET monthly_cents = coalesce((SELECT p.original_cents FROM payments p WHERE p.subscription_id = subscriptions.id ORDER BY p.id LIMIT 1), 0) WHERE stripe_subscription_id IS NOT NULL;
--> statement-breakpoint
INSERT INTO shop_totals (one, users, purchases, subscriptions, revenue_cents, mrr_cents) VALUES (1,
  (SELECT count(*) FROM users WHERE deleted_at IS NULL),
  (SELECT count(*) FROM payments WHERE payment_date IS NOT NULL),
  (SELECT count(*) FROM subscriptions WHERE status IN ('active', 'trialing', 'past_due')),
  (SELECT coalesce(sum(amount_cents), 0) FROM ledger_entries),
  (SELECT coalesce(sum(monthly_cents), 0) FROM subscriptions WHERE status IN ('active', 'trialing', 'past_due') AND stripe_subscription_id IS NOT NULL));
--> statement-breakpoint
INSERT INTO stats_days (day, script_id, accounts_created) SELECT created_at / 86400000, 0, count(*) FROM users GROUP BY 1;
--> statement-breakpoint
INSERT INTO stats_days (day, script_id, accounts_deleted) SELECT deleted_at / 86400000, 0, count(*) FROM users WHERE deleted_at IS NOT NULL GROUP BY 1
  ON CONFLICT (day, script_id) DO UPDATE SET accounts_deleted = excluded.accounts_deleted;
--> statement-breakpoint
INSERT INTO stats_days (day, script_id, orders, referred_orders, discount_cents, new_customers)
  SELECT p.payment_date / 86400000, p.script_id, count(*), sum(p.referrer_id IS NOT NULL), sum(p.discount_cents),
    sum(NOT EXISTS (SELECT 1 FROM payments o WHERE o.email_identity = p.email_identity AND o.id < p.id AND o.payment_date IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM payments o WHERE o.user_id = p.user_id AND o.id < p.id AND o.payment_date IS NOT NULL))
  FROM payments p WHERE p.payment_date IS NOT NULL GROUP BY 1, 2
  ON CONFLICT (day, script_id) DO UPDATE SET orders = excluded.orders, referred_orders = excluded.referred_orders,
    discount_cents = excluded.discount_cents, new_customers = excluded.new_customers;
--> statement-breakpoint
INSERT INTO stats_days (day, script_id, checkouts_started, checkouts_paid)
  SELECT created_at / 86400000, script_id, count(*), sum(payment_date IS NOT NULL) FROM payments WHERE client_payment_id IS NOT NULL GROUP BY 1, 2
  ON CONFLICT (day, script_id) DO UPDATE SET checkouts_started = excluded.checkouts_started, checkouts_paid = excluded.checkouts_paid;
--> statement-breakpoint
INSERT INTO stats_days (day, script_id, gross_cents, refunded_cents, refunds, disputed_cents)
  SELECT l.created_at / 86400000, p.script_id, sum(iif(l.what = 'capture', l.amount_cents, 0)), sum(iif(l.what = 'refund', -l.amount_cents, 0)),
    sum(l.kind = 'refund'), sum(iif(l.what = 'dispute', -l.amount_cents, 0))
  FROM (SELECT e.*, iif(e.kind = 'restore', coalesce((SELECT iif(o.kind = 'dispute', 'dispute', 'refund') FROM ledger_entries o
    WHERE o.payment_id = e.payment_id AND o.revision < e.revision ORDER BY o.revision DESC LIMIT 1), 'capture'), e.kind) AS what
    FROM ledger_entries e) l JOIN payments p ON p.id = l.payment_id WHERE true GROUP BY 1, 2
  ON CONFLICT (day, script_id) DO UPDATE SET gross_cents = excluded.gross_cents, refunded_cents = excluded.refunded_cents,
    refunds = excluded.refunds, disputed_cents = excluded.disputed_cents;
--> statement-breakpoint
INSERT INTO stats_days (day, script_id, commission_cents)
  SELECT r.created_at / 86400000, coalesce(p.script_id, 0), sum(iif(r.status = 'cancelled', 0, r.commission_cents))
  FROM referrals r LEFT JOIN payments p ON p.id = r.payment_id WHERE true GROUP BY 1, 2
  ON CONFLICT (day, script_id) DO UPDATE SET commission_cents = excluded.commission_cents;
--> statement-breakpoint
INSERT INTO stats_days (day, script_id, subscriptions_started, mrr_cents)
  SELECT created_at / 86400000, script_id, count(*), sum(iif(stripe_subscription_id IS NULL, 0, monthly_cents)) FROM subscriptions GROUP BY 1, 2
  ON CONFLICT (day, script_id) DO UPDATE SET subscriptions_started = excluded.subscriptions_started, mrr_cents = excluded.mrr_cents;
--> statement-breakpoint
INSERT INTO stats_days (day, script_id, subscriptions_ended, mrr_cents)
  SELECT coalesce(ended_at, updated_at) / 86400000, script_id, count(*), -sum(iif(stripe_subscription_id IS NULL, 0, monthly_cents)) FROM subscriptions
  WHERE status NOT IN ('active', 'trialing', 'past_due') GROUP BY 1, 2
  ON CONFLICT (day, script_id) DO UPDATE SET subscriptions_ended = excluded.subscriptions_ended, mrr_cents = mrr_cents + excluded.mrr_cents;
--> statement-breakpoint
CREATE TRIGGER users_created_count AFTER INSERT ON users BEGIN
  INSERT INTO stats_days (day, script_id, accounts_created) VALUES (NEW.created_at / 86400000, 0, 1)
    ON CONFLICT (day, script_id) DO UPDATE SET accounts_created = accounts_created + 1;
  UPDATE shop_totals SET users = users + 1;
  INSERT INTO feed_events (kind, user_id, users, created_at) VALUES ('user_registered', NEW.id, 1, NEW.created_at);
END;
--> statement-breakpoint
CREATE TRIGGER users_deleted_count AFTER UPDATE OF deleted_at ON users WHEN OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL BEGIN
  INSERT INTO stats_days (day, script_id, accounts_deleted) VALUES (NEW.deleted_at / 86400000, 0, 1)
    ON CONFLICT (day, script_id) DO UPDATE SET accounts_deleted = accounts_deleted + 1;
  UPDATE shop_totals SET users = users - 1;
  INSERT INTO feed_events (kind, user_id, users, created_at) VALUES ('user_deleted', NEW.id, -1, NEW.deleted_at);
END;
--> statement-breakpoint
CREATE TRIGGER payments_started_count AFTER INSERT ON payments WHEN NEW.client_payment_id IS NOT NULL BEGIN
  INSERT INTO stats_days (day, script_id, checkouts_started) VALUES (NEW.created_at / 86400000, NEW.script_id, 1)
    ON CONFLICT (day, script_id) DO UPDATE SET checkouts_started = checkouts_started + 1;
END;
--> statement-breakpoint
CREATE TRIGGER payments_paid_count AFTER UPDATE OF payment_date ON payments WHEN OLD.payment_date IS NULL AND NEW.payment_date IS NOT NULL BEGIN
  INSERT INTO stats_days (day, script_id, orders, referred_orders, discount_cents, new_customers)
    VALUES (NEW.payment_date / 86400000, NEW.script_id, 1, NEW.referrer_id IS NOT NULL, NEW.discount_cents,
      NOT EXISTS (SELECT 1 FROM payments o WHERE o.email_identity = NEW.email_identity AND o.id <> NEW.id AND o.payment_date IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM payments o WHERE o.user_id = NEW.user_id AND o.id <> NEW.id AND o.payment_date IS NOT NULL))
    ON CONFLICT (day, script_id) DO UPDATE SET orders = orders + 1, referred_orders = referred_orders + excluded.referred_orders,
      discount_cents = discount_cents + excluded.discount_cents, new_customers = new_customers + excluded.new_customers;
  UPDATE stats_days SET checkouts_paid = checkouts_paid + 1
    WHERE NEW.client_payment_id IS NOT NULL AND day = NEW.created_at / 86400000 AND script_id = NEW.script_id;
  UPDATE shop_totals SET purchases = purchases + 1;
  INSERT INTO feed_events (kind, payment_id, user_id, purchases, created_at) VALUES ('purchase', NEW.id, NEW.user_id, 1, NEW.payment_date);
END;
--> statement-breakpoint
CREATE TRIGGER payments_restated_count AFTER UPDATE OF referrer_id, discount_cents ON payments WHEN OLD.payment_date IS NOT NULL
  AND ((OLD.referrer_id IS NULL) <> (NEW.referrer_id IS NULL) OR OLD.discount_cents <> NEW.discount_cents) BEGIN
  UPDATE stats_days SET referred_orders = referred_orders + (NEW.referrer_id IS NOT NULL) - (OLD.referrer_id IS NOT NULL),
    discount_cents = discount_cents + NEW.discount_cents - OLD.discount_cents
    WHERE day = NEW.payment_date / 86400000 AND script_id = NEW.script_id;
END;
--> statement-breakpoint
CREATE TRIGGER payments_flagged_feed AFTER UPDATE OF flagged_reason ON payments WHEN OLD.flagged_reason IS NULL AND NEW.flagged_reason IS NOT NULL BEGIN
  INSERT INTO feed_events (kind, payment_id, user_id, created_at) VALUES ('payment_flagged', NEW.id, NEW.user_id, NEW.updated_at);
END;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_count AFTER INSERT ON ledger_entries BEGIN
  INSERT INTO stats_days (day, script_id, gross_cents, refunded_cents, refunds, disputed_cents)
    SELECT NEW.created_at / 86400000, p.script_id, iif(k.kind = 'capture', NEW.amount_cents, 0), iif(k.kind = 'refund', -NEW.amount_cents, 0),
      NEW.kind = 'refund', iif(k.kind = 'dispute', -NEW.amount_cents, 0)
    FROM payments p, (SELECT iif(NEW.kind = 'restore', coalesce((SELECT iif(o.kind = 'dispute', 'dispute', 'refund') FROM ledger_entries o
      WHERE o.payment_id = NEW.payment_id AND o.revision < NEW.revision ORDER BY o.revision DESC LIMIT 1), 'capture'), NEW.kind) AS kind) k
    WHERE p.id = NEW.payment_id
    ON CONFLICT (day, script_id) DO UPDATE SET gross_cents = gross_cents + excluded.gross_cents, refunded_cents = refunded_cents + excluded.refunded_cents,
      refunds = refunds + excluded.refunds, disputed_cents = disputed_cents + excluded.disputed_cents;
  UPDATE shop_totals SET revenue_cents = revenue_cents + NEW.amount_cents;
  INSERT INTO feed_events (kind, payment_id, user_id, revenue_cents, created_at)
    SELECT NEW.kind, p.id, p.user_id, NEW.amount_cents, NEW.created_at FROM payments p WHERE p.id = NEW.payment_id;
END;
--> statement-breakpoint
CREATE TRIGGER subscriptions_created_count AFTER INSERT ON subscriptions WHEN NEW.status IN ('active', 'trialing', 'past_due') BEGIN
  INSERT INTO stats_days (day, script_id, subscriptions_started, mrr_cents)
    VALUES (NEW.updated_at / 86400000, NEW.script_id, 1, iif(NEW.stripe_subscription_id IS NULL, 0, NEW.monthly_cents))
    ON CONFLICT (day, script_id) DO UPDATE SET subscriptions_started = subscriptions_started + 1, mrr_cents = mrr_cents + excluded.mrr_cents;
  UPDATE shop_totals SET subscriptions = subscriptions + 1, mrr_cents = mrr_cents + iif(NEW.stripe_subscription_id IS NULL, 0, NEW.monthly_cents);
  INSERT INTO feed_events (kind, subscription_id, user_id, subscriptions, created_at)
    VALUES ('subscription_started', NEW.id, NEW.user_id, 1, NEW.updated_at);
END;
--> statement-breakpoint
CREATE TRIGGER subscriptions_status_count AFTER UPDATE OF status ON subscriptions
  WHEN (OLD.status IN ('active', 'trialing', 'past_due')) <> (NEW.status IN ('active', 'trialing', 'past_due')) BEGIN
  INSERT INTO stats_days (day, script_id, subscriptions_started, subscriptions_ended)
    VALUES (NEW.updated_at / 86400000, NEW.script_id, NEW.status IN ('active', 'trialing', 'past_due'), NEW.status NOT IN ('active', 'trialing', 'past_due'))
    ON CONFLICT (day, script_id) DO UPDATE SET subscriptions_started = subscriptions_started + excluded.subscriptions_started,
      subscriptions_ended = subscriptions_ended + excluded.subscriptions_ended;
  UPDATE shop_totals SET subscriptions = subscriptions + iif(NEW.status IN ('active', 'trialing', 'past_due'), 1, -1);
  INSERT INTO feed_events (kind, subscription_id, user_id, subscriptions, created_at)
    VALUES (iif(NEW.status IN ('active', 'trialing', 'past_due'), 'subscription_started', 'subscription_ended'), NEW.id, NEW.user_id,
      iif(NEW.status IN ('active', 'trialing', 'past_due'), 1, -1), NEW.updated_at);
END;
--> statement-breakpoint
CREATE TRIGGER subscriptions_past_due_feed AFTER UPDATE OF status ON subscriptions WHEN OLD.status <> 'past_due' AND NEW.status = 'past_due' BEGIN
  INSERT INTO feed_events (kind, subscription_id, user_id, created_at) VALUES ('subscription_past_due', NEW.id, NEW.user_id, NEW.updated_at);
END;
--> statement-breakpoint
CREATE TRIGGER subscriptions_mrr_count AFTER UPDATE OF status, monthly_cents, stripe_subscription_id ON subscriptions
  WHEN iif(NEW.status IN ('active', 'trialing', 'past_due') AND NEW.stripe_subscription_id IS NOT NULL, NEW.monthly_cents, 0)
    <> iif(OLD.status IN ('active', 'trialing', 'past_due') AND OLD.stripe_subscription_id IS NOT NULL, OLD.monthly_cents, 0) BEGIN
  INSERT INTO stats_days (day, script_id, mrr_cents)
    VALUES (NEW.updated_at / 86400000, NEW.script_id, iif(NEW.status IN ('active', 'trialing', 'past_due') AND NEW.stripe_subscription_id IS NOT NULL, NEW.monthly_cents, 0)
      - iif(OLD.status IN ('active', 'trialing', 'past_due') AND OLD.stripe_subscription_id IS NOT NULL, OLD.monthly_cents, 0))
    ON CONFLICT (day, script_id) DO UPDATE SET mrr_cents = mrr_cents + excluded.mrr_cents;
  UPDATE shop_totals SET mrr_cents = mrr_cents + iif(NEW.status IN ('active', 'trialing', 'past_due') AND NEW.stripe_subscription_id IS NOT NULL, NEW.monthly_cents, 0)
    - iif(OLD.status IN ('active', 'trialing', 'past_due') AND OLD.stripe_subscription_id IS NOT NULL, OLD.monthly_cents, 0);
END;
--> statement-breakpoint
CREATE TRIGGER referrals_created_count AFTER INSERT ON referrals WHEN NEW.status <> 'cancelled' BEGIN
  INSERT INTO stats_days (day, script_id, commission_cents)
    VALUES (NEW.created_at / 86400000, coalesce((SELECT p.script_id FROM payments p WHERE p.id = NEW.payment_id), 0), NEW.commission_cents)
    ON CONFLICT (day, script_id) DO UPDATE SET commission_cents = commission_cents + excluded.commission_cents;
END;
--> statement-breakpoint
CREATE TRIGGER referrals_changed_count AFTER UPDATE OF status, commission_cents ON referrals
  WHEN iif(NEW.status = 'cancelled', 0, NEW.commission_cents) <> iif(OLD.status = 'cancelled', 0, OLD.commission_cents) BEGIN
  INSERT INTO stats_days (day, script_id, commission_cents)
    VALUES (NEW.created_at / 86400000, coalesce((SELECT p.script_id FROM payments p WHERE p.id = NEW.payment_id), 0),
      iif(NEW.status = 'cancelled', 0, NEW.commission_cents) - iif(OLD.status = 'cancelled', 0, OLD.commission_cents))
    ON CONFLICT (day, script_id) DO UPDATE SET commission_cents = commission_cents + excluded.commission_cents;
END;
--> statement-breakpoint
CREATE TRIGGER refunds_asked_feed AFTER INSERT ON refunds WHEN NEW.asked_by = 'customer' BEGIN
  INSERT INTO feed_events (kind, payment_id, user_id, subject_id, created_at) VALUES ('refund_asked', NEW.payment_id, NEW.actor_id, NEW.id, NEW.created_at);
END;
--> statement-breakpoint
CREATE TRIGGER contact_messages_feed AFTER INSERT ON contact_messages BEGIN
  INSERT INTO feed_events (kind, subject_id, created_at) VALUES ('contact_message', NEW.id, NEW.created_at);
END;
--> statement-breakpoint
CREATE TRIGGER email_deliveries_feed AFTER UPDATE OF status ON email_deliveries WHEN OLD.status <> 'dead' AND NEW.status = 'dead' BEGIN
  INSERT INTO feed_events (kind, payment_id, user_id, subject_id, created_at) VALUES ('mail_dead', NEW.payment_id, NEW.user_id, NEW.id, NEW.updated_at);
END;
--> statement-breakpoint
CREATE TRIGGER reconciliation_findings_feed AFTER INSERT ON reconciliation_findings BEGIN
  INSERT INTO feed_events (kind, subject_id, created_at) VALUES ('finding', NEW.id, NEW.found_at);
END;
--> statement-breakpoint
-- REPLACE deletes without asking the triggers of 0002.
CREATE TRIGGER audit_log_no_replace BEFORE INSERT ON audit_log WHEN EXISTS (SELECT 1 FROM audit_log a WHERE a.id = NEW.id) BEGIN SELECT RAISE(ABORT, 'audit_log is append-only'); END;
