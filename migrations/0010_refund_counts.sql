-- A refund that came back to the shop is no refund: its count goes down with its amount.
INSERT INTO stats_days (day, script_id, refunds)
  SELECT l.created_at / 86400000, p.script_id, -count(*) FROM ledger_entries l JOIN payments p ON p.id = l.payment_id
  WHERE l.kind = 'restore' AND coalesce((SELECT o.kind FROM ledger_entries o
    WHERE o.payment_id = l.payment_id AND o.revision < l.revision ORDER BY o.revision DESC LIMIT 1), 'capture') IN ('refund', 'restore')
  GROUP BY 1, 2
  ON CONFLICT (day, script_id) DO UPDATE SET refunds = refunds + excluded.refunds;
--> statement-breakpoint
DROP TRIGGER ledger_entries_count;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_count AFTER INSERT ON ledger_entries BEGIN
  INSERT INTO stats_days (day, script_id, gross_cents, refunded_cents, refunds, disputed_cents)
    SELECT NEW.created_at / 86400000, p.script_id, iif(k.kind = 'capture', NEW.amount_cents, 0), iif(k.kind = 'refund', -NEW.amount_cents, 0),
      (NEW.kind = 'refund') - (NEW.kind = 'restore' AND k.kind = 'refund'), iif(k.kind = 'dispute', -NEW.amount_cents, 0)
    FROM payments p, (SELECT iif(NEW.kind = 'restore', coalesce((SELECT iif(o.kind = 'dispute', 'dispute', 'refund') FROM ledger_entries o
      WHERE o.payment_id = NEW.payment_id AND o.revision < NEW.revision ORDER BY o.revision DESC LIMIT 1), 'capture'), NEW.kind) AS kind) k
    WHERE p.id = NEW.payment_id
    ON CONFLICT (day, script_id) DO UPDATE SET gross_cents = gross_cents + excluded.gross_cents, refunded_cents = refunded_cents + excluded.refunded_cents,
      refunds = refunds + excluded.refunds, disputed_cents = disputed_cents + excluded.disputed_cents;
  UPDATE shop_totals SET revenue_cents = revenue_cents + NEW.amount_cents;
  INSERT INTO feed_events (kind, payment_id, user_id, revenue_cents, created_at)
    SELECT NEW.kind, p.id, p.user_id, NEW.amount_cents, NEW.created_at FROM payments p WHERE p.id = NEW.payment_id;
END;
