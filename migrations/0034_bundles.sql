DROP INDEX `user_scripts_payment`;
--> statement-breakpoint
CREATE UNIQUE INDEX `user_scripts_payment` ON `user_scripts` (`payment_id`,`script_id`);
--> statement-breakpoint
ALTER TABLE `scripts` ADD `bundled_ids` text;
--> statement-breakpoint
ALTER TABLE `scripts` ADD `is_offered` integer DEFAULT true NOT NULL;
--> statement-breakpoint
ALTER TABLE `payments` ADD `bundled_ids` text;
--> statement-breakpoint
-- An order grants what its bundle contained when the order began, whatever the bundle contains when it is paid.
CREATE TRIGGER payments_bundled_ids AFTER INSERT ON payments
WHEN NEW.bundled_ids IS NULL AND (SELECT s.bundled_ids FROM scripts s WHERE s.id = NEW.script_id) IS NOT NULL BEGIN
  UPDATE payments SET bundled_ids = (SELECT s.bundled_ids FROM scripts s WHERE s.id = NEW.script_id) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER payments_bundled_ids_stay BEFORE UPDATE OF bundled_ids ON payments
WHEN OLD.bundled_ids IS NOT NULL AND NEW.bundled_ids IS NOT OLD.bundled_ids BEGIN
  SELECT RAISE(ABORT, 'what an order grants stays as it was');
END;
--> statement-breakpoint
-- As in 0033, with the names of a bundle's products.
DROP TRIGGER ledger_entries_invoice;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_invoice AFTER INSERT ON ledger_entries WHEN NEW.amount_cents <> 0 BEGIN
  INSERT INTO invoices (series, number, payment_id, position, cause, ledger_entry_id, credits_id, amount_cents, tax_cents, facts, issued_at)
  SELECT iif(NEW.amount_cents > 0, 'invoice', 'credit_note'),
    coalesce((SELECT max(i.number) FROM invoices i
      WHERE i.series = iif(NEW.amount_cents > 0, 'invoice', 'credit_note')), 0) + 1,
    NEW.payment_id,
    d.position,
    iif(NEW.kind = 'capture', 'sale', iif(NEW.kind = 'restore', 'restored', NEW.kind)),
    NEW.id,
    d.latest,
    abs(NEW.amount_cents),
    iif(d.tax_cents IS NOT NULL,
      abs((2 * (d.net + NEW.amount_cents) * d.tax_cents + d.tax_of) / (2 * d.tax_of)
        - (2 * d.net * d.tax_cents + d.tax_of) / (2 * d.tax_of)),
      abs((d.net + NEW.amount_cents - ((d.net + NEW.amount_cents) * 20000 + 10000 + d.rate) / (2 * (10000 + d.rate)))
        - (d.net - (d.net * 20000 + 10000 + d.rate) / (2 * (10000 + d.rate))))),
    d.facts,
    NEW.created_at
  FROM (
    SELECT f.*, CAST(round((f.facts ->> '$.tax.percent') * 100) AS INTEGER) AS rate,
      f.facts ->> '$.tax.cents' AS tax_cents, f.facts ->> '$.tax.ofCents' AS tax_of FROM (
      SELECT coalesce((SELECT max(i.position) FROM invoices i WHERE i.payment_id = p.id), 0) + 1 AS position,
        (SELECT i.id FROM invoices i WHERE i.payment_id = p.id AND i.series = 'invoice' ORDER BY i.position DESC LIMIT 1) AS latest,
        (SELECT coalesce(sum(iif(i.series = 'invoice', i.amount_cents, -i.amount_cents)), 0) FROM invoices i
          WHERE i.payment_id = p.id) AS net,
        coalesce(
          (SELECT i.facts FROM invoices i WHERE i.payment_id = p.id AND i.series = 'invoice' ORDER BY i.position DESC LIMIT 1),
          json_object(
            'seller', json((SELECT v.value FROM shop_settings v WHERE v.name = 'seller' ORDER BY v.revision DESC LIMIT 1)),
            'buyer', json((SELECT b.details FROM billing_details b WHERE b.user_id = p.user_id)),
            'tax', json(iif(p.tax IS NULL, (SELECT iif(v.value ->> '$.countries' IS NULL, v.value, NULL)
                FROM shop_settings v WHERE v.name = 'tax' ORDER BY v.revision DESC LIMIT 1),
              iif(p.tax ->> '$.by' = 'none', NULL, p.tax))),
            'productId', s.id, 'product', s.name,
            'contents', json(iif(p.bundled_ids IS NULL, NULL, (SELECT json_group_array(c.name)
              FROM (SELECT i.value AS id FROM json_each(p.bundled_ids) i ORDER BY i.key) b CROSS JOIN scripts c ON c.id = b.id))), 'purchaseType', p.purchase_type,
            'originalCents', p.original_cents, 'discountCents', p.discount_cents, 'creditCents', p.credit_cents, 'couponCode', c.code,
            'amountCents', p.amount_cents, 'receivedCents', p.received_cents, 'provider', p.payment_provider,
            'currency', p.currency, 'paidAt', coalesce(p.payment_date, NEW.created_at),
            'periodStart', p.period_start, 'periodEnd', p.period_end)) AS facts
      FROM payments p JOIN scripts s ON s.id = p.script_id LEFT JOIN coupons c ON c.id = p.coupon_id
      WHERE p.id = NEW.payment_id) f) d;
END;
