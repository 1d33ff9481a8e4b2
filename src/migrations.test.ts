import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { migrationFiles, schemaAfter, schemaDifferences } from '../scripts/schema.ts'

/**
 * `wrangler d1 migrations apply --remote` sends a file whole, and D1 cuts it into statements by rules of its own: it knows
 * BEGIN and END in capitals only, and takes the first END for the end of the trigger. A local D1 accepts all of these.
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

test('a CASE, a lower-case begin or end, a CR, a virtual table and two triggers in one statement are found', () => {
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

test('a trigger that is missing, an index that differs and a table that is not ours are named before a deployment', () => {
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
