ALTER TABLE `payments` ADD `next_delivery_at` integer;--> statement-breakpoint
CREATE INDEX `payments_undelivered` ON `payments` (`next_delivery_at`) WHERE "payments"."next_delivery_at" is not null;--> statement-breakpoint
-- Orders that wait for their file by now, also where another flag has replaced that one since.
UPDATE payments SET next_delivery_at = updated_at WHERE flagged_reason IS NOT NULL
  AND status IN ('completed', 'partially_refunded', 'disputed')
  AND EXISTS (SELECT 1 FROM payment_events e WHERE e.payment_id = payments.id AND e.kind = 'undeliverable'
    AND e.details ->> '$.reason' = 'Paid for a product that has no file to download')
  AND NOT EXISTS (SELECT 1 FROM payment_events e WHERE e.payment_id = payments.id AND e.kind = 'file-ready');
