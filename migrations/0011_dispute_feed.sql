-- The admins' feed of what banks decide about a dispute. An opened and a won one are in the feed by the ledger entry
-- that moves the money.
CREATE TRIGGER payment_events_dispute_feed AFTER INSERT ON payment_events
  WHEN (NEW.kind LIKE 'dispute:%' AND json_extract(NEW.details, '$.status') NOT IN ('needs_response', 'won'))
    OR (NEW.kind LIKE 'fraud-warning:%' AND json_extract(NEW.details, '$.status') = 'actionable') BEGIN
  INSERT INTO feed_events (kind, payment_id, user_id, created_at)
    SELECT iif(NEW.kind LIKE 'fraud-warning:%', 'fraud_warning',
      iif(json_extract(NEW.details, '$.status') = 'lost', 'dispute_lost', 'dispute_updated')), p.id, p.user_id, NEW.created_at
    FROM payments p WHERE p.id = NEW.payment_id;
END;
