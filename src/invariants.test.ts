import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const document = readFileSync('docs/invariants.md', 'utf8')
const rows = document
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.slice(2, -2).split(' | '))

/**
 * Each `kind: 'ledger-off', book: 'payment'` of the reconciliation, as written in the document: `ledger-off` payment.
 */
const comparisons = new Set(
  Array.from(
    readFileSync('src/worker/features/recovery/checks.ts', 'utf8').matchAll(
      /kind: '([\w-]+)',\s+book: '(\w+)'/g,
    ),
    ([, kind, book]) => `\`${kind}\` ${book}`,
  ),
)
// No comparisons, but also in the document: webhook events that were given up and receipts that are dead.
for (const about of ['event', 'mail']) comparisons.add(`\`needs-attention\` ${about}`)

const reads = (path: string, text: string) => existsSync(path) && readFileSync(path, 'utf8').includes(text)

test('every file, constraint and comparison that docs/invariants.md names exists', () => {
  expect(rows.length).toBeGreaterThan(25)
  const wrong = rows.flatMap(([id = '', , enforced = '', nightly = '']) => {
    const paths = [...enforced.matchAll(/`([^`]+\/[^`]+)`/g)].map(([, path = '']) => path)
    const names = [...enforced.matchAll(/`(\w+)` in `([^`]+)`/g)]
    const kinds = nightly.match(/`[a-z]+(-[a-z]+)+` \w+/g) ?? []
    const right =
      paths.length > 0 &&
      paths.every((path) => existsSync(path)) &&
      names.every(([, name = '', path = '']) => reads(path, name)) &&
      kinds.every((kind) => comparisons.has(kind))
    return right ? [] : [{ id, enforced, nightly }]
  })
  expect(wrong).toEqual([])
})

test('every comparison of the nightly reconciliation is listed in docs/invariants.md', () => {
  expect(comparisons.size).toBeGreaterThan(10)
  expect([...comparisons].filter((comparison) => !document.includes(comparison))).toEqual([])
})
