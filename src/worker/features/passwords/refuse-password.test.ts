import { expect, test } from 'vitest'
import { COMMON_PASSWORDS, refusePassword } from './refuse-password.ts'

const OWNER = { username: 'Anna.Zott', email: 'bella+shop@post.example', isAdmin: false }
const refusal = (password: string, owner = OWNER) => refusePassword(password, owner, 'windfall.example')

test('the list has 10 000 different passwords, all in lower case and of at least 8 characters', () => {
  const list = COMMON_PASSWORDS.trim().split('\n')
  expect([list.length, new Set(list).size]).toEqual([10_000, 10_000])
  expect(list.filter((text) => text.length < 8 || text !== text.toLowerCase())).toEqual([])
})

test('each of the most common passwords is refused in any case of its letters', () => {
  const list = COMMON_PASSWORDS.trim().split('\n')
  const allowed = [...list, ...list.map((text) => text.toUpperCase())].filter(
    (text) => !refusal(text)?.startsWith('This is one of the most common passwords'),
  )
  expect(allowed).toEqual([])
  expect(refusal('Password1')).toMatch(/most common/)
})

test.each([
  ['the username', 'anna.zott'],
  ['the username in other letters', 'ANNAZOTT'],
  ['the username with digits', '19annazott84'],
  ['the username twice', 'annazottannazott'],
  ['the whole address', 'bella+shop@post.example'],
  ['the address without its tag', 'bella@post.example!1'],
  ['the mailbox name with signs', '!!bella!!2026'],
  ['the name of the shop', 'Windfall'],
  ['the name of the shop with a year', 'windfall2026!'],
  ['the address of the shop', 'windfall.example'],
  ['words of the shop', 'Airdrop-Scripts-1'],
  ['a role', 'administrator1'],
])('%s is refused', (_, password) => {
  expect(refusal(password)).toMatch(/must not be your username/)
})

test.each([
  'correct horse 9',
  'pass-annazott',
  'my windfall of 2026',
  '8427502743!!',
  'пароль из четырёх слов',
])('"%s" is accepted', (password) => {
  expect(refusal(password)).toBeNull()
})

test('a name of two characters makes no password guessable', () => {
  expect(refusal('84275al02743!!', { ...OWNER, username: 'al' })).toBeNull()
})

test('a long password of overlapping names is judged at once', () => {
  const owner = { username: 'aaa', email: 'aaaaa@post.example', isAdmin: false }
  expect(refusal(`${'a'.repeat(255)}b`, owner)).toBeNull()
  expect(refusal('a'.repeat(256), owner)).toMatch(/must not be your username/)
})

test('an admin needs 12 characters, a customer 8', () => {
  const admin = { ...OWNER, isAdmin: true }
  expect(refusal('eleven char', admin)).toMatch(/at least 12 characters/)
  expect([refusal('eleven char'), refusal('twelve chars', admin)]).toEqual([null, null])
})
