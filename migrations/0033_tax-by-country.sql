ALTER TABLE `payments` ADD `tax` text;
--> statement-breakpoint
CREATE TABLE `tax_days` (
	`day` integer NOT NULL,
	`country` text NOT NULL,
	`amount_cents` integer DEFAULT 0 NOT NULL,
	`tax_cents` integer DEFAULT 0 NOT NULL,
	`unknown_sales` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`day`, `country`)
);
--> statement-breakpoint
INSERT INTO tax_days (day, country, amount_cents, tax_cents)
SELECT issued_at / 86400000, '', sum(iif(series = 'invoice', amount_cents, -amount_cents)), sum(iif(series = 'invoice', tax_cents, -tax_cents))
FROM invoices WHERE cause <> 'correction' AND facts ->> '$.tax' IS NOT NULL GROUP BY 1;
--> statement-breakpoint
-- A correction moves no money: its credit note and its invoice are the same amount.
CREATE TRIGGER invoices_tax_day AFTER INSERT ON invoices WHEN NEW.cause <> 'correction' AND NEW.facts ->> '$.tax' IS NOT NULL BEGIN
  INSERT INTO tax_days (day, country, amount_cents, tax_cents, unknown_sales)
    VALUES (NEW.issued_at / 86400000, coalesce(NEW.facts ->> '$.tax.country', ''),
      iif(NEW.series = 'invoice', NEW.amount_cents, -NEW.amount_cents),
      coalesce(iif(NEW.series = 'invoice', NEW.tax_cents, -NEW.tax_cents), 0),
      NEW.cause = 'sale' AND NEW.tax_cents IS NULL)
    ON CONFLICT (day, country) DO UPDATE SET amount_cents = amount_cents + excluded.amount_cents,
      tax_cents = tax_cents + excluded.tax_cents, unknown_sales = unknown_sales + excluded.unknown_sales;
END;
--> statement-breakpoint
DROP TRIGGER ledger_entries_invoice;
--> statement-breakpoint
CREATE TABLE `old_billing_details` AS SELECT * FROM `billing_details`;
--> statement-breakpoint
DROP TABLE `billing_details`;
--> statement-breakpoint
CREATE TABLE `billing_details` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`details` text,
	`country` text,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `billing_details` (`user_id`, `details`, `updated_at`) SELECT `user_id`, `details`, `updated_at` FROM `old_billing_details`;
--> statement-breakpoint
DROP TABLE `old_billing_details`;
--> statement-breakpoint
-- As in 0028, with the tax that is stored with the payment: in proportion to Stripe's amount, else by its rate. A payment
-- from before taxes were stored has that of the setting, where it is one rate for all. No amount: the tax is not known.
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
            'productId', s.id, 'product', s.name, 'purchaseType', p.purchase_type,
            'originalCents', p.original_cents, 'discountCents', p.discount_cents, 'creditCents', p.credit_cents, 'couponCode', c.code,
            'amountCents', p.amount_cents, 'receivedCents', p.received_cents, 'provider', p.payment_provider,
            'currency', p.currency, 'paidAt', coalesce(p.payment_date, NEW.created_at),
            'periodStart', p.period_start, 'periodEnd', p.period_end)) AS facts
      FROM payments p JOIN scripts s ON s.id = p.script_id LEFT JOIN coupons c ON c.id = p.coupon_id
      WHERE p.id = NEW.payment_id) f) d;
END;
