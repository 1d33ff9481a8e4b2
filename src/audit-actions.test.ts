import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { AUDIT_ACTIONS } from './worker/features/audit/contract.ts'

const WORD = /'([a-z][a-z-]*\.[a-z][a-z-]*|elevate-permissions)'/g
/** `export.${name}`: a word that is put together stands for all that begin so. */
const BEGINNING = /`([a-z][a-z-]*\.)\$\{/g

const sources = globSync('src/worker/features/**/*.ts')
  .filter((path) => !/\.test\.ts$|features\/audit\//.test(path))
  .map((path) => readFileSync(path, 'utf8'))
  // What a file that notes nothing calls `a.b` is something else.
  .filter((source) => /\bnoteAction\b|\bauditLog\b|\baction:/.test(source))

const found = (pattern: RegExp) =>
  sources.flatMap((source) => [...source.matchAll(pattern)].map(([, word = '']) => word))

// spec: audit-every-action
test('every action that is noted stands in the list that the audit log is filtered by', () => {
  const words: readonly string[] = AUDIT_ACTIONS
  expect(found(WORD).filter((word) => !words.includes(word))).toEqual([])
  const isBeginning = (begin: string) => words.some((word) => word.startsWith(begin))
  expect(found(BEGINNING).filter((begin) => !isBeginning(begin))).toEqual([])
  expect(new Set(words).size).toBe(words.length)
})
