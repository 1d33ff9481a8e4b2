CREATE TABLE `shop_days` (
	`day` integer PRIMARY KEY NOT NULL,
	`orders` integer DEFAULT 0 NOT NULL,
	`new_customers` integer DEFAULT 0 NOT NULL,
	`referred_orders` integer DEFAULT 0 NOT NULL,
	`gross_cents` integer DEFAULT 0 NOT NULL,
	`refunded_cents` integer DEFAULT 0 NOT NULL,
	`refunds` integer DEFAULT 0 NOT NULL,
	`disputed_cents` integer DEFAULT 0 NOT NULL,
	`discount_cents` integer DEFAULT 0 NOT NULL,
	`commission_cents` integer DEFAULT 0 NOT NULL,
	`checkouts_started` integer DEFAULT 0 NOT NULL,
	`checkouts_paid` integer DEFAULT 0 NOT NULL,
	`subscriptions_started` integer DEFAULT 0 NOT NULL,
	`subscriptions_ended` integer DEFAULT 0 NOT NULL,
	`mrr_cents` integer DEFAULT 0 NOT NULL,
	`accounts_created` integer DEFAULT 0 NOT NULL,
	`accounts_deleted` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
INSERT INTO shop_days (day, orders, new_customers, referred_orders, gross_cents, refunded_cents, refunds, disputed_cents, discount_cents,
  commission_cents, checkouts_started, checkouts_paid, subscriptions_started, subscriptions_ended, mrr_cents,
  accounts_created, accounts_deleted)
  SELECT day, sum(orders), sum(new_customers), sum(referred_orders), sum(gross_cents), sum(refunded_cents), sum(refunds),
    sum(disputed_cents), sum(discount_cents), sum(commission_cents), sum(checkouts_started), sum(checkouts_paid),
    sum(subscriptions_started), sum(subscriptions_ended), sum(mrr_cents), sum(accounts_created),
    sum(accounts_deleted)
  FROM stats_days GROUP BY day;
--> statement-breakpoint
CREATE TRIGGER stats_days_added AFTER INSERT ON stats_days BEGIN
  INSERT INTO shop_days (day, orders, new_customers, referred_orders, gross_cents, refunded_cents, refunds, disputed_cents, discount_cents,
    commission_cents, checkouts_started, checkouts_paid, subscriptions_started, subscriptions_ended, mrr_cents,
    accounts_created, accounts_deleted)
    VALUES (NEW.day, NEW.orders, NEW.new_customers, NEW.referred_orders, NEW.gross_cents, NEW.refunded_cents, NEW.refunds,
      NEW.disputed_cents, NEW.discount_cents, NEW.commission_cents, NEW.checkouts_started, NEW.checkouts_paid,
      NEW.subscriptions_started, NEW.subscriptions_ended, NEW.mrr_cents, NEW.accounts_created, NEW.accounts_deleted)
    ON CONFLICT (day) DO UPDATE SET orders = orders + excluded.orders, new_customers = new_customers + excluded.new_customers,
      referred_orders = referred_orders + excluded.referred_orders, gross_cents = gross_cents + excluded.gross_cents,
      refunded_cents = refunded_cents + excluded.refunded_cents, refunds = refunds + excluded.refunds,
      disputed_cents = disputed_cents + excluded.disputed_cents,
      discount_cents = discount_cents + excluded.discount_cents,
      commission_cents = commission_cents + excluded.commission_cents,
      checkouts_started = checkouts_started + excluded.checkouts_started,
      checkouts_paid = checkouts_paid + excluded.checkouts_paid,
      subscriptions_started = subscriptions_started + excluded.subscriptions_started,
      subscriptions_ended = subscriptions_ended + excluded.subscriptions_ended,
      mrr_cents = mrr_cents + excluded.mrr_cents, accounts_created = accounts_created + excluded.accounts_created,
      accounts_deleted = accounts_deleted + excluded.accounts_deleted;
END;
--> statement-breakpoint
CREATE TRIGGER stats_days_changed AFTER UPDATE ON stats_days BEGIN
  UPDATE shop_days SET orders = orders + NEW.orders - OLD.orders,
    new_customers = new_customers + NEW.new_customers - OLD.new_customers,
    referred_orders = referred_orders + NEW.referred_orders - OLD.referred_orders,
    gross_cents = gross_cents + NEW.gross_cents - OLD.gross_cents,
    refunded_cents = refunded_cents + NEW.refunded_cents - OLD.refunded_cents,
    refunds = refunds + NEW.refunds - OLD.refunds,
    disputed_cents = disputed_cents + NEW.disputed_cents - OLD.disputed_cents,
    discount_cents = discount_cents + NEW.discount_cents - OLD.discount_cents,
    commission_cents = commission_cents + NEW.commission_cents - OLD.commission_cents,
    checkouts_started = checkouts_started + NEW.checkouts_started - OLD.checkouts_started,
    checkouts_paid = checkouts_paid + NEW.checkouts_paid - OLD.checkouts_paid,
    subscriptions_started = subscriptions_started + NEW.subscriptions_started - OLD.subscriptions_started,
    subscriptions_ended = subscriptions_ended + NEW.subscriptions_ended - OLD.subscriptions_ended,
    mrr_cents = mrr_cents + NEW.mrr_cents - OLD.mrr_cents,
    accounts_created = accounts_created + NEW.accounts_created - OLD.accounts_created,
    accounts_deleted = accounts_deleted + NEW.accounts_deleted - OLD.accounts_deleted
    WHERE day = NEW.day;
END;
