import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import {
  migrationFiles,
  READ_SCHEMA,
  type SchemaObject,
  schemaAfter,
  schemaDifferences,
} from '../scripts/database/schema.ts'
import { toOrderReference } from './shared/core/order-reference.ts'

/**
 * `wrangler d1 migrations apply --remote` sends each file whole, and remote D1 splits it into statements by its own
 * rules: it recognizes BEGIN and END in capitals only, and ends a trigger at the first END. A local D1 accepts all of
 * these forms.
 */
function faultsOf(sql: string): string[] {
  const faults = [
    sql.includes('\r') && 'a CR',
    /\bvirtual\s+table\b/i.test(sql) && 'a virtual table: D1 cannot export a database that has one',
  ]
  const triggers = sql
    .split('--> statement-breakpoint')
    .filter((statement) => /\bcreate\s+(temp(orary)?\s+)?trigger\b/i.test(statement))
    .map((statement) => {
      const [, name] = /trigger\s+(\w+)/i.exec(statement) ?? []
      const words = statement.match(/\b(create|begin|end|case)\b/gi) ?? []
      const accepted =
        words.join(' ') === 'CREATE BEGIN END' &&
        /\sBEGIN\s/.test(statement) &&
        /;\s+END;\s*$/.test(statement)
      return !accepted && `${name} has ${words.join(', ')}`
    })
  return [...faults, ...triggers].filter((fault) => fault !== false)
}

test('every trigger of every migration has a form that remote D1 accepts', () => {
  const migrations = migrationFiles()
  expect(migrations.filter(({ sql }) => sql.includes('CREATE TRIGGER')).length).toBeGreaterThan(3)
  expect(migrations.flatMap(({ name, sql }) => faultsOf(sql).map((fault) => `${name}: ${fault}`))).toEqual([])
})

test('faultsOf finds a CASE, a lower-case begin or end, a CR, a virtual table and two triggers in one statement', () => {
  const trigger = 'CREATE TRIGGER t AFTER INSERT ON a BEGIN\n  UPDATE a SET b = 1;\nEND;'
  expect(faultsOf(trigger)).toEqual([])
  expect(faultsOf(trigger.replace('= 1', '= CASE b WHEN 1 THEN 2 END'))).toEqual([
    't has CREATE, BEGIN, CASE, END, END',
  ])
  expect(faultsOf(trigger.replace('BEGIN', 'begin'))).toEqual(['t has CREATE, begin, END'])
  expect(faultsOf(trigger.replace('END', 'end'))).toEqual(['t has CREATE, BEGIN, end'])
  expect(faultsOf(trigger.replaceAll('\n', '\r\n'))).toContain('a CR')
  expect(faultsOf(`${trigger}\n${trigger}`)).toEqual(['t has CREATE, BEGIN, END, CREATE, BEGIN, END'])
  expect(faultsOf('CREATE VIRTUAL TABLE f USING fts5(a)')).toHaveLength(1)
})

test('git checks migrations out with LF on every system', () => {
  expect(readFileSync('.gitattributes', 'utf8')).toMatch(/^\*\.sql text eol=lf$/m)
})

test('schemaDifferences names a missing trigger, a different index and an unknown table', () => {
  const expected = schemaAfter(migrationFiles())
  expect(schemaDifferences(expected, expected)).toEqual([])
  const spaced = expected.map((object) => ({ ...object, sql: `${object.sql.replaceAll('\n', ' \n')};` }))
  expect(schemaDifferences(expected, spaced)).toEqual([])

  const found = expected
    .filter(({ name }) => name !== 'ledger_entries_no_update')
    .map((object) =>
      object.name === 'users_created'
        ? { ...object, sql: 'CREATE INDEX users_created ON users (id)' }
        : object,
    )
  expect(
    schemaDifferences(expected, [
      ...found,
      { type: 'table', name: 'users_old', sql: 'CREATE TABLE users_old (id)' },
    ]),
  ).toEqual([
    'different: index users_created',
    'missing: trigger ledger_entries_no_update',
    'unknown: table users_old',
  ])
})

/** A database with all migrations before this one. */
function databaseBefore(name: string): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  for (const migration of migrationFiles().filter((one) => one.name < name)) db.exec(migration.sql)
  return db
}

const textOf = (name: string) => migrationFiles().find((one) => one.name.startsWith(name))?.sql ?? ''

test('a local database with the first version of migration 0007 ends with the same triggers as a new one', () => {
  const db = databaseBefore('0008')
  db.exec(`DROP TRIGGER ledger_entries_count;
    CREATE TRIGGER ledger_entries_count AFTER INSERT ON ledger_entries BEGIN
      UPDATE shop_totals SET revenue_cents = CASE WHEN NEW.amount_cents > 0 THEN 1 ELSE 0 END;
    END`)
  for (const { name, sql } of migrationFiles()) if (name >= '0008') db.exec(sql)
  const found = db.prepare(READ_SCHEMA).all() as SchemaObject[]
  expect(schemaDifferences(schemaAfter(migrationFiles()), found)).toEqual([])
})

test('0009 gives old accounts and mails the reference that hub and mail provider already use, and new ones a random one', () => {
  const db = databaseBefore('0009')
  const add = (name: string) =>
    db.exec(`INSERT INTO users (username, username_key, email, email_key, email_identity, password, referral_code, created_at, updated_at)
        VALUES ('${name}', '${name}', '${name}', '${name}', '${name}', '', '${name}', 1, 1);
      INSERT INTO email_deliveries (key, template, to_address, data, queued_at, due_at, created_at, updated_at)
        VALUES ('receipt:${name}', 'receipt', '${name}', '{}', 1, 1, 1, 1)`)
  add('the-old1')
  db.exec(textOf('0009'))
  add('the-new1')
  const references = (table: string) =>
    db
      .prepare(`SELECT reference FROM ${table} ORDER BY id`)
      .all()
      .map(({ reference }) => reference)
  expect(references('users')).toEqual(['1', expect.stringMatching(/^[0-9a-f]{32}$/)])
  expect(references('email_deliveries')).toEqual([
    'receipt:the-old1',
    expect.stringMatching(/^[0-9a-f]{32}$/),
  ])
})

test('0028 gives each payment that is there a random order reference of its own', () => {
  const db = databaseBefore('0028')
  db.exec(`INSERT INTO scripts (id, slug, name, description, tier, category, price_cents, features, requirements, created_at, updated_at)
    VALUES (1, 's', 's', 's', 'script', 's', 100, '[]', '[]', 1, 1)`)
  for (let n = 0; n < 50; n += 1)
    db.exec(`INSERT INTO payments (reference, script_id, purchase_type, payment_provider, amount_cents, original_cents, created_at, updated_at)
      VALUES ('r${n}', 1, 'one-time', 'stripe', 100, 100, 1, 1)`)
  db.exec(textOf('0028'))
  const references = db
    .prepare('SELECT order_reference FROM payments')
    .all()
    .map((row) => String(row.order_reference))
  expect(new Set(references).size).toBe(50)
  for (const reference of references) expect(reference).toBe(toOrderReference(reference))
})

test('0028 gives the money that moved before an invoice or a credit note for each entry, in the order of the ledger', () => {
  const db = databaseBefore('0028')
  db.exec(`INSERT INTO scripts (id, slug, name, description, tier, category, price_cents, features, requirements, created_at, updated_at)
    VALUES (1, 's', 's', 's', 'script', 's', 100, '[]', '[]', 1, 1)`)
  for (const n of [1, 2])
    db.exec(`INSERT INTO payments (reference, script_id, purchase_type, payment_provider, amount_cents, original_cents, payment_date, created_at, updated_at)
      VALUES ('r${n}', 1, 'one-time', 'stripe', 100, 100, 5, 1, 1)`)
  db.exec(`INSERT INTO ledger_entries (payment_id, kind, amount_cents, revision, created_at)
    VALUES (1, 'capture', 100, 1, 5), (2, 'capture', 100, 1, 6), (1, 'refund', -40, 2, 7), (1, 'restore', 40, 3, 8)`)
  db.exec(textOf('0028'))
  const documents = db.prepare('SELECT * FROM invoices ORDER BY id').all()
  expect(
    documents.map((row) => [
      row.series,
      row.number,
      row.payment_id,
      row.cause,
      row.amount_cents,
      row.credits_id,
    ]),
  ).toEqual([
    ['invoice', 1, 1, 'sale', 100, null],
    ['invoice', 2, 2, 'sale', 100, null],
    ['credit_note', 1, 1, 'refund', 40, 1],
    ['invoice', 3, 1, 'restored', 40, 1],
  ])
  expect(JSON.parse(String(documents[0]?.facts))).toMatchObject({ seller: null, product: 's', paidAt: 5 })
})

test('0033 keeps billing details and counts the tax of old documents; an order from before has the rate of the setting', () => {
  const db = databaseBefore('0033')
  db.exec(`INSERT INTO scripts (id, slug, name, description, tier, category, price_cents, features, requirements, created_at, updated_at)
    VALUES (1, 's', 's', 's', 'script', 's', 11900, '[]', '[]', 1, 1);
    INSERT INTO users (username, username_key, email, email_key, email_identity, password, referral_code, created_at, updated_at)
    VALUES ('ann', 'ann', 'ann', 'ann', 'ann', '', 'ann-1234', 1, 1);
    INSERT INTO billing_details VALUES (1, '{"name":"Ann"}', 7);
    INSERT INTO shop_settings (name, revision, value, created_at) VALUES ('tax', 1, '{"name":"VAT","percent":19}', 1)`)
  for (const n of [1, 2])
    db.exec(`INSERT INTO payments (reference, script_id, purchase_type, payment_provider, amount_cents, original_cents, payment_date, created_at, updated_at)
      VALUES ('r${n}', 1, 'one-time', 'stripe', 11900, 11900, 5, 1, 1)`)
  const pay = (id: number) =>
    db.exec(`INSERT INTO ledger_entries (payment_id, kind, amount_cents, revision, created_at)
      VALUES (${id}, 'capture', 11900, 1, 5)`)
  pay(1)
  db.exec(textOf('0033'))
  pay(2)
  expect(db.prepare('SELECT * FROM billing_details').all()).toMatchObject([
    { user_id: 1, details: '{"name":"Ann"}', country: null, updated_at: 7 },
  ])
  expect(db.prepare('SELECT tax_cents FROM invoices').all()).toMatchObject([
    { tax_cents: 1900 },
    { tax_cents: 1900 },
  ])
  expect(db.prepare('SELECT * FROM tax_days').all()).toMatchObject([
    { day: 0, country: '', amount_cents: 23_800, tax_cents: 3800, unknown_sales: 0 },
  ])
  // Where the setting now goes by the country, an order from before claims nothing.
  db.exec(`INSERT INTO shop_settings (name, revision, value, created_at) VALUES ('tax', 2, '{"countries":[]}', 2);
    INSERT INTO payments (reference, script_id, purchase_type, payment_provider, amount_cents, original_cents, payment_date, created_at, updated_at)
      VALUES ('r3', 1, 'one-time', 'stripe', 11900, 11900, 5, 1, 1)`)
  pay(3)
  const last = "SELECT tax_cents, facts ->> '$.tax' AS tax FROM invoices WHERE payment_id = 3"
  expect(db.prepare(last).all()).toMatchObject([{ tax_cents: null, tax: null }])
})

test('the tax of several rates is divided in proportion to its amount: credit notes of parts add up to it', () => {
  const db = databaseBefore('9999')
  db.exec(`INSERT INTO scripts (id, slug, name, description, tier, category, price_cents, features, requirements, created_at, updated_at)
    VALUES (1, 's', 's', 's', 'script', 's', 9999, '[]', '[]', 1, 1);
    INSERT INTO payments (reference, script_id, purchase_type, payment_provider, amount_cents, original_cents, payment_date, tax, created_at, updated_at)
    VALUES ('r', 1, 'one-time', 'stripe', 9999, 9999, 5, '{"by":"stripe","percent":null,"cents":877,"ofCents":9999}', 1, 1)`)
  const id = db.prepare('SELECT max(id) AS id FROM payments').get()?.id
  db.exec(`INSERT INTO ledger_entries (payment_id, kind, amount_cents, revision, created_at)
    VALUES (${id}, 'capture', 9999, 1, 5), (${id}, 'refund', -3333, 2, 6), (${id}, 'refund', -1, 3, 7), (${id}, 'refund', -6665, 4, 8)`)
  const taxes = db
    .prepare(`SELECT tax_cents AS cents FROM invoices WHERE payment_id = ${id} ORDER BY id`)
    .all()
  expect(taxes.map(({ cents }) => cents)).toEqual([877, 292, 0, 585])
  expect(db.prepare('SELECT tax_cents AS left FROM tax_days').all()).toMatchObject([{ left: 0 }])
})

test('a deployment checks the schema after the migrations and before the new code is live', () => {
  const steps = [
    'scripts/database/migrate.mjs',
    'scripts/database/check-schema.ts',
    "run('wrangler', ['deploy'",
  ]
  const places = steps.map((step) => readFileSync('scripts/deploy.mjs', 'utf8').indexOf(step))
  expect(places[0]).toBeGreaterThan(0)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})
