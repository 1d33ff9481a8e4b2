ALTER TABLE `payments` ADD `next_delivery_at` integer;--> statement-breakpoint
CREATE INDEX `payments_undelivered` ON `payments` (`next_delivery_at`) WHERE "payments"."next_delivery_at" is not null;--> statement-breakpoint
-- Orders that wait for their file by now, also where another flag has replaced that one since, where a refund may still
-- fail, and where one has failed. Of those without a flag that were not refunded, a person has decided.
UPDATE payments SET next_delivery_at = updated_at
WHERE status IN ('completed', 'partially_refunded', 'disputed', 'refunded')
  AND (flagged_reason IS NOT NULL OR status = 'refunded'
    OR EXISTS (SELECT 1 FROM ledger_entries l WHERE l.payment_id = payments.id AND l.kind = 'restore'))
  AND EXISTS (SELECT 1 FROM payment_events e WHERE e.payment_id = payments.id AND e.kind = 'undeliverable'
    AND e.details ->> '$.reason' = 'Paid for a product that has no file to download')
  AND NOT EXISTS (SELECT 1 FROM payment_events e WHERE e.payment_id = payments.id AND e.kind = 'file-ready');
--> statement-breakpoint
UPDATE payments SET flagged_reason = 'Paid for a product that has no file to download'
WHERE next_delivery_at IS NOT NULL AND flagged_reason IS NULL AND status <> 'refunded';
