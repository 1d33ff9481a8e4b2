CREATE TABLE `billing_details` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`details` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `invoices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`series` text NOT NULL,
	`number` integer NOT NULL,
	`payment_id` integer NOT NULL,
	`position` integer NOT NULL,
	`cause` text NOT NULL,
	`ledger_entry_id` integer,
	`credits_id` integer,
	`amount_cents` integer NOT NULL,
	`tax_cents` integer,
	`facts` text NOT NULL,
	`issued_at` integer NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`ledger_entry_id`) REFERENCES `ledger_entries`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`credits_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invoices_series_known" CHECK("invoices"."series" in ('invoice', 'credit_note')),
	CONSTRAINT "invoices_cause_known" CHECK("invoices"."cause" in ('sale', 'refund', 'dispute', 'restored', 'correction')),
	CONSTRAINT "invoices_amount" CHECK("invoices"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_ledger_entry_id_unique` ON `invoices` (`ledger_entry_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_number` ON `invoices` (`series`,`number`);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_position` ON `invoices` (`payment_id`,`position`);
--> statement-breakpoint
CREATE INDEX `invoices_issued` ON `invoices` (`issued_at`,`id`);
--> statement-breakpoint
ALTER TABLE `users` ADD `terms_version` text;
--> statement-breakpoint
ALTER TABLE `payments` ADD `order_reference` text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE `payments` ADD `terms_version` text;
--> statement-breakpoint
-- 30^8 references: random, so that nobody learns how many orders there are.
UPDATE `payments` SET `order_reference` =
    'WF-' || substr('ABCDEFGHJKMNPQRSTVWXYZ23456789', abs(random() % 30) + 1, 1)
    || substr('ABCDEFGHJKMNPQRSTVWXYZ23456789', abs(random() % 30) + 1, 1)
    || substr('ABCDEFGHJKMNPQRSTVWXYZ23456789', abs(random() % 30) + 1, 1)
    || substr('ABCDEFGHJKMNPQRSTVWXYZ23456789', abs(random() % 30) + 1, 1) || '-'
    || substr('ABCDEFGHJKMNPQRSTVWXYZ23456789', abs(random() % 30) + 1, 1)
    || substr('ABCDEFGHJKMNPQRSTVWXYZ23456789', abs(random() % 30) + 1, 1)
    || substr('ABCDEFGHJKMNPQRSTVWXYZ23456789', abs(random() % 30) + 1, 1)
    || substr('ABCDEFGHJKMNPQRSTVWXYZ23456789', abs(random() % 30) + 1, 1);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_order_reference_unique` ON `payments` (`order_reference`);
--> statement-breakpoint
CREATE TRIGGER payments_order_reference AFTER INSERT ON payments WHEN NEW.order_reference = '' BEGIN
  UPDATE payments SET order_reference =
    'WF-' || substr('ABCDEFGHJKMNPQRSTVWXYZ23456789', abs(random() % 30) + 1, 1)
    || substr('ABCDEFGHJKMNPQRSTVWXYZ23456789', abs(random() % 30) + 1, 1)
    || substr('ABCDEFGHJKMNPQRSTVWXYZ23456789', abs(random() % 30) + 1, 1)
    || substr('ABCDEFGHJKMNPQRSTVWXYZ23456789', abs(random() % 30) + 1, 1) || '-'
    || substr('ABCDEFGHJKMNPQRSTVWXYZ23456789', abs(random() % 30) + 1, 1)
    || substr('ABCDEFGHJKMNPQRSTVWXYZ23456789', abs(random() % 30) + 1, 1)
    || substr('ABCDEFGHJKMNPQRSTVWXYZ23456789', abs(random() % 30) + 1, 1)
    || substr('ABCDEFGHJKMNPQRSTVWXYZ23456789', abs(random() % 30) + 1, 1)
  WHERE id = NEW.id;
END;
--> statement-breakpoint
-- The documents of the money that moved before this migration. No seller and no billing details were stored then.
INSERT INTO `invoices` (`series`, `number`, `payment_id`, `position`, `cause`, `ledger_entry_id`, `amount_cents`, `facts`, `issued_at`)
SELECT iif(e.amount_cents > 0, 'invoice', 'credit_note'),
  row_number() OVER (PARTITION BY e.amount_cents > 0 ORDER BY e.id),
  e.payment_id,
  row_number() OVER (PARTITION BY e.payment_id ORDER BY e.id),
  iif(e.kind = 'capture', 'sale', iif(e.kind = 'restore', 'restored', e.kind)),
  e.id,
  abs(e.amount_cents),
  json_object('seller', NULL, 'buyer', NULL, 'tax', NULL, 'productId', s.id, 'product', s.name, 'purchaseType', p.purchase_type,
    'originalCents', p.original_cents, 'discountCents', p.discount_cents, 'creditCents', p.credit_cents, 'couponCode', c.code,
    'amountCents', p.amount_cents, 'receivedCents', p.received_cents, 'provider', p.payment_provider,
    'currency', p.currency, 'paidAt', coalesce(p.payment_date, e.created_at),
    'periodStart', p.period_start, 'periodEnd', p.period_end),
  e.created_at
FROM ledger_entries e JOIN payments p ON p.id = e.payment_id JOIN scripts s ON s.id = p.script_id
  LEFT JOIN coupons c ON c.id = p.coupon_id
WHERE e.amount_cents <> 0
ORDER BY e.id;
--> statement-breakpoint
UPDATE `invoices` SET `credits_id` = (SELECT max(i.id) FROM invoices i
  WHERE i.payment_id = invoices.payment_id AND i.series = 'invoice' AND i.position < invoices.position)
WHERE `cause` <> 'sale';
--> statement-breakpoint
-- The tax of a document is the tax in what is invoiced after it, less the tax in what was before: parts add up to the whole.
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
    abs((d.net + NEW.amount_cents - ((d.net + NEW.amount_cents) * 20000 + 10000 + d.rate) / (2 * (10000 + d.rate)))
      - (d.net - (d.net * 20000 + 10000 + d.rate) / (2 * (10000 + d.rate)))),
    d.facts,
    NEW.created_at
  FROM (
    SELECT f.*, CAST(round((f.facts ->> '$.tax.percent') * 100) AS INTEGER) AS rate FROM (
      SELECT coalesce((SELECT max(i.position) FROM invoices i WHERE i.payment_id = p.id), 0) + 1 AS position,
        (SELECT i.id FROM invoices i WHERE i.payment_id = p.id AND i.series = 'invoice' ORDER BY i.position DESC LIMIT 1) AS latest,
        (SELECT coalesce(sum(iif(i.series = 'invoice', i.amount_cents, -i.amount_cents)), 0) FROM invoices i
          WHERE i.payment_id = p.id) AS net,
        coalesce(
          (SELECT i.facts FROM invoices i WHERE i.payment_id = p.id AND i.series = 'invoice' ORDER BY i.position DESC LIMIT 1),
          json_object(
            'seller', json((SELECT v.value FROM shop_settings v WHERE v.name = 'seller' ORDER BY v.revision DESC LIMIT 1)),
            'buyer', json((SELECT b.details FROM billing_details b WHERE b.user_id = p.user_id)),
            'tax', json((SELECT v.value FROM shop_settings v WHERE v.name = 'tax' ORDER BY v.revision DESC LIMIT 1)),
            'productId', s.id, 'product', s.name, 'purchaseType', p.purchase_type,
            'originalCents', p.original_cents, 'discountCents', p.discount_cents, 'creditCents', p.credit_cents, 'couponCode', c.code,
            'amountCents', p.amount_cents, 'receivedCents', p.received_cents, 'provider', p.payment_provider,
            'currency', p.currency, 'paidAt', coalesce(p.payment_date, NEW.created_at),
            'periodStart', p.period_start, 'periodEnd', p.period_end)) AS facts
      FROM payments p JOIN scripts s ON s.id = p.script_id LEFT JOIN coupons c ON c.id = p.coupon_id
      WHERE p.id = NEW.payment_id) f) d;
END;
--> statement-breakpoint
CREATE TRIGGER invoices_no_update BEFORE UPDATE ON invoices BEGIN SELECT RAISE(ABORT, 'invoices is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER invoices_no_delete BEFORE DELETE ON invoices BEGIN SELECT RAISE(ABORT, 'invoices is append-only'); END;
