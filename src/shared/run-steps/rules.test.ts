import { expect, test } from 'vitest'
import type { RunFacts } from '#shared/catalogue/contract.ts'
import { runSteps } from './rules.ts'

const SHOP = 'https://windfall.example'
const run: RunFacts = {
  language: 'python',
  runtime: 'Python 3.9 or newer',
  entry: 'monad_farmer.py',
  dependencies: [],
  folder: 'windfall-monad-1.2.0',
  hasExample: true,
}
const file = { name: 'windfall-monad-1.2.0.zip', sha256: 'ab12', isLogged: true, run }

const linesOf = (changed: Partial<RunFacts> = {}, more: Partial<typeof file> = {}) =>
  runSteps({ ...file, ...more, run: { ...run, ...changed } }, SHOP)?.map(({ commands }) => commands)

test('a logged Python archive is checked by verify.py, unpacked into its own folder, and started with its example', () => {
  expect(linesOf()?.map(({ Linux }) => Linux)).toEqual([
    `curl -O ${SHOP}/verify.py\npython3 verify.py windfall-monad-1.2.0.zip`,
    'unzip windfall-monad-1.2.0.zip\ncd windfall-monad-1.2.0',
    'python3 monad_farmer.py --config config.example.json',
  ])
  expect(linesOf()?.map(({ Windows }) => Windows)).toEqual([
    `curl.exe -O ${SHOP}/verify.py\npy verify.py windfall-monad-1.2.0.zip`,
    'Expand-Archive windfall-monad-1.2.0.zip .\ncd windfall-monad-1.2.0',
    'py monad_farmer.py --config config.example.json',
  ])
})

test('a Node.js archive without a top folder gets a folder, its packages are installed, and its hash is compared', () => {
  const javascript = {
    language: 'javascript' as const,
    entry: 'base-streak.mjs',
    dependencies: ['viem', '@noble/hashes', 'x; rm -rf ~'],
    folder: '',
    hasExample: false,
  }
  expect(linesOf(javascript, { isLogged: false })?.map(({ macOS }) => macOS)).toEqual([
    'shasum -a 256 windfall-monad-1.2.0.zip',
    'unzip windfall-monad-1.2.0.zip -d windfall-monad-1.2.0\ncd windfall-monad-1.2.0',
    "npm install viem @noble/hashes 'x; rm -rf ~'\nnode base-streak.mjs",
  ])
})

test('an archive whose top folder is not known is entered where its start file is', () => {
  const [, unpack] = linesOf({ folder: null }) ?? []
  expect(unpack?.Linux).toBe(
    'unzip windfall-monad-1.2.0.zip -d windfall-monad-1.2.0\ncd "$(dirname "$(find windfall-monad-1.2.0 -name monad_farmer.py | head -n 1)")"',
  )
})

test('a hostile file name stays one word of the command', () => {
  const [check] = linesOf({}, { name: "a';rm -rf ~;'.zip", isLogged: false }) ?? []
  expect(check?.Linux).toBe(`sha256sum './a'\\'';rm -rf ~;'\\''.zip'`)
})

test('an archive without code has no steps', () => {
  expect(linesOf({ language: 'data' })).toBeUndefined()
  expect(linesOf({ entry: null })).toBeUndefined()
})
