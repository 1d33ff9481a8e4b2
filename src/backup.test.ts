import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { ADVANCE_IDS, backupFile, dumpOf, openExport, readBackup } from '../scripts/database/dump.ts'
import { migrationFiles } from '../scripts/database/schema.ts'

/** A `wrangler d1 export` with a child row before its parent row. D1 checks foreign keys and refuses this order. */
const CHILD_FIRST = `PRAGMA defer_foreign_keys=TRUE;
CREATE TABLE releases (id integer PRIMARY KEY AUTOINCREMENT, product_id integer NOT NULL REFERENCES products(id), notes text);
INSERT INTO releases (id, product_id, notes) VALUES(3,7,'It''s
new; -- really');
CREATE TABLE products (id integer PRIMARY KEY AUTOINCREMENT, parent_id integer REFERENCES products(id), price real, sold integer, icon blob);
INSERT INTO products (id, parent_id, price, sold, icon) VALUES(7,NULL,0.1,0,X'00ff');
INSERT INTO products (id, parent_id, price, sold, icon) VALUES(8,7,100,9007199254740993,NULL);
CREATE INDEX releases_product ON releases (product_id);
CREATE TRIGGER releases_count AFTER INSERT ON releases BEGIN
  UPDATE products SET sold = sold + 1 WHERE id = NEW.product_id;
END;
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence (name, seq) VALUES('releases',3);
INSERT INTO sqlite_sequence (name, seq) VALUES('products',9);`

/** The database restored from this dump. Every foreign key is checked immediately, none deferred to the commit. */
function restored(dump: string): DatabaseSync {
  const db = new DatabaseSync(':memory:', { enableForeignKeyConstraints: true })
  db.exec(dump.replace('PRAGMA defer_foreign_keys=TRUE;', ''))
  return db
}

test('dumpOf turns an export that D1 refuses into a dump that restores to an equal database', () => {
  expect(() => new DatabaseSync(':memory:').exec(CHILD_FIRST)).toThrow('no such table')
  const dump = dumpOf(openExport(CHILD_FIRST))
  const db = restored(dump)
  expect(dumpOf(db)).toBe(dump)
  // The dump creates the trigger after the rows: restored rows do not fire it, new rows do.
  expect(db.prepare('SELECT sold FROM products WHERE id = 7').get()).toEqual({ sold: 0 })
  db.exec("INSERT INTO releases (product_id, notes) VALUES (7, '')")
  expect(db.prepare('SELECT sold FROM products WHERE id = 7').get()).toEqual({ sold: 1 })
  // New ids continue after the last assigned id (9), even though its row was deleted.
  db.exec('INSERT INTO products (price) VALUES (1)')
  expect(db.prepare('SELECT max(id) AS id FROM products').get()).toEqual({ id: 10 })
})

test('a text of one megabyte is dumped in statements below D1’s limit of 100,000 bytes', () => {
  const db = new DatabaseSync(':memory:')
  for (const { sql } of migrationFiles()) db.exec(sql)
  const payload = "{'é';\n-- BEGIN \u{1F600}END}".repeat(45_000)
  db.prepare(
    "INSERT INTO webhook_events (provider, event_id, type, payload, received_at) VALUES ('stripe', 'evt_1', 'x', ?, 1)",
  ).run(payload)
  const dump = dumpOf(db)
  const sizes = dump.split(/;\n(?=[A-Z])/).map((statement) => Buffer.byteLength(statement))
  expect(Math.max(...sizes)).toBeLessThan(100_000)
  const again = restored(dump)
  expect(again.prepare('SELECT payload FROM webhook_events').get()).toEqual({ payload })
  expect(dumpOf(again)).toBe(dump)
})

test('an export with rows whose parent is missing is refused', () => {
  expect(() =>
    openExport(
      CHILD_FIRST.replaceAll(
        '(id, parent_id, price, sold, icon) VALUES(7',
        '(id, parent_id, price, sold, icon) VALUES(6',
      ),
    ),
  ).toThrow('not there')
})

test('a backup that was cut off, changed, or made by something else is refused', () => {
  const file = backupFile(dumpOf(openExport(CHILD_FIRST)), new Date(0))
  expect(readBackup(file)).toBe(dumpOf(openExport(CHILD_FIRST)))
  expect(() => readBackup(file.slice(0, -20))).toThrow('damaged')
  expect(() => readBackup(file.replace('9007199254740993', '9007199254740992'))).toThrow('damaged')
  expect(() => readBackup(CHILD_FIRST)).toThrow('not made by')
})

test('after a restore every table, even an empty one, assigns ids that it never assigned before', () => {
  const db = restored(dumpOf(openExport(CHILD_FIRST)))
  db.exec('CREATE TABLE notes (id integer PRIMARY KEY AUTOINCREMENT, text text)')
  db.exec(ADVANCE_IDS)
  db.exec("INSERT INTO products (price) VALUES (1); INSERT INTO notes (text) VALUES ('first')")
  expect(db.prepare('SELECT max(id) AS id FROM products').get()).toEqual({ id: 1_000_010 })
  expect(db.prepare('SELECT max(id) AS id FROM notes').get()).toEqual({ id: 1_000_001 })
})
