/** Creates missing tables. Objects are stored as the JSON that the API returns. */
export function createTables(sql: SqlStorage): void {
  sql.exec(`
    CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);

    -- backstage: what the provider knows about an object and its API does not show
    CREATE TABLE IF NOT EXISTS stripe_objects (
      seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL,
      body TEXT NOT NULL, backstage TEXT);
    CREATE INDEX IF NOT EXISTS stripe_objects_kind ON stripe_objects (kind, seq);
    CREATE INDEX IF NOT EXISTS stripe_objects_open ON stripe_objects (json_extract(body, '$.expires_at'))
      WHERE kind = 'checkout.session' AND json_extract(body, '$.status') = 'open';
    CREATE INDEX IF NOT EXISTS stripe_objects_trialing ON stripe_objects (json_extract(body, '$.trial_end'))
      WHERE kind = 'subscription' AND json_extract(body, '$.status') = 'trialing';

    CREATE TABLE IF NOT EXISTS stripe_idempotency (
      key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, body TEXT NOT NULL, at INTEGER NOT NULL);

    CREATE TABLE IF NOT EXISTS crypto_objects (
      seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, body TEXT NOT NULL);
    CREATE INDEX IF NOT EXISTS crypto_objects_kind ON crypto_objects (kind, seq);
    CREATE TABLE IF NOT EXISTS coinbase_idempotency (
      key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, checkout_id TEXT NOT NULL);

    CREATE TABLE IF NOT EXISTS webhook_events (
      seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, provider TEXT NOT NULL, type TEXT NOT NULL,
      payload TEXT NOT NULL, state TEXT NOT NULL, forced INTEGER NOT NULL DEFAULT 0,
      due_at INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0);
    CREATE INDEX IF NOT EXISTS webhook_events_due ON webhook_events (state, due_at);
    CREATE TABLE IF NOT EXISTS webhook_attempts (
      seq INTEGER PRIMARY KEY AUTOINCREMENT, event_id TEXT NOT NULL, at INTEGER NOT NULL,
      status INTEGER, note TEXT NOT NULL, is_copy INTEGER NOT NULL);
    CREATE INDEX IF NOT EXISTS webhook_attempts_event ON webhook_attempts (event_id);

    CREATE TABLE IF NOT EXISTS mails (
      seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL, at INTEGER NOT NULL,
      idempotency_key TEXT, repeats INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE IF NOT EXISTS mail_keys (key TEXT PRIMARY KEY, mail_id TEXT NOT NULL, at INTEGER NOT NULL);
  `)
}
