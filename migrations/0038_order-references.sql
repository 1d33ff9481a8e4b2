-- A reference that an order has already is drawn again, ten times at most. Without the LIMIT, SQLite would merge the inner
-- query into the outer one and draw twice: once to compare, once to store.
DROP TRIGGER payments_order_reference;
--> statement-breakpoint
CREATE TRIGGER payments_order_reference AFTER INSERT ON payments WHEN NEW.order_reference = '' BEGIN
  UPDATE payments SET order_reference = (
    SELECT drawn.reference FROM (
      SELECT 'WF-' || substr('ABCDEFGHJKMNPQRSTVWXYZ23456789', abs(random() % 30) + 1, 1)
        || substr('ABCDEFGHJKMNPQRSTVWXYZ23456789', abs(random() % 30) + 1, 1)
        || substr('ABCDEFGHJKMNPQRSTVWXYZ23456789', abs(random() % 30) + 1, 1)
        || substr('ABCDEFGHJKMNPQRSTVWXYZ23456789', abs(random() % 30) + 1, 1) || '-'
        || substr('ABCDEFGHJKMNPQRSTVWXYZ23456789', abs(random() % 30) + 1, 1)
        || substr('ABCDEFGHJKMNPQRSTVWXYZ23456789', abs(random() % 30) + 1, 1)
        || substr('ABCDEFGHJKMNPQRSTVWXYZ23456789', abs(random() % 30) + 1, 1)
        || substr('ABCDEFGHJKMNPQRSTVWXYZ23456789', abs(random() % 30) + 1, 1) AS reference
      FROM json_each('[1,2,3,4,5,6,7,8,9,10]') LIMIT 10) drawn
    WHERE NOT EXISTS (SELECT 1 FROM payments p WHERE p.order_reference = drawn.reference) LIMIT 1)
  WHERE id = NEW.id;
END;
