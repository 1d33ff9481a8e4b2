import { expect, test } from 'vitest'
import { KeptAnswers, sendKept, sharedText, toKept } from './kept-answers.ts'

const ask = (headers: Record<string, string> = {}, method = 'GET') =>
  new Request('http://shop.test/api/products', { method, headers })

test('an answer has a strong ETag of its bytes, and a reader who has them gets a 304 without a body', async () => {
  const kept = await toKept('{"a":1}', { 'Content-Type': 'application/json' })
  expect(kept.etag).toMatch(/^"[0-9a-f]{32}"$/)
  expect((await toKept('{"a":1}', {})).etag).toBe(kept.etag)
  expect((await toKept('{"a":2}', {})).etag).not.toBe(kept.etag)
  const full = sendKept(ask(), kept)
  expect([full.status, await full.text(), full.headers.get('etag')]).toEqual([200, '{"a":1}', kept.etag])
  for (const known of [kept.etag, `W/${kept.etag}`, `"x", ${kept.etag}`, '*']) {
    const response = sendKept(ask({ 'if-none-match': known }), kept)
    expect([response.status, await response.text(), response.headers.get('etag')], known).toEqual([
      304,
      '',
      kept.etag,
    ])
  }
  for (const other of ['"x"', kept.etag.slice(1, -1), ''])
    expect(sendKept(ask({ 'if-none-match': other }), kept).status, other).toBe(200)
  expect(await sendKept(ask({}, 'HEAD'), kept).text()).toBe('')
  expect([full.headers.get('age'), sendKept(ask(), kept, 7).headers.get('age')]).toEqual([null, '7'])
})

test('kept answers stay within their number and size, and the one that was unused for longest is dropped', async () => {
  const answers = new KeptAnswers({ count: 4, bytes: 100 })
  const keep = async (key: string, length = 10) => answers.keep(key, await toKept('x'.repeat(length), {}))
  for (const key of ['a', 'b', 'c', 'd']) await keep(key)
  answers.get('a')
  await keep('e')
  expect(['a', 'b', 'c', 'd', 'e'].filter((key) => answers.get(key))).toEqual(['a', 'c', 'd', 'e'])
  await keep('f', 70)
  expect(answers.size).toEqual({ count: 4, bytes: 100 })
  await keep('f', 20)
  expect(answers.size).toEqual({ count: 4, bytes: 50 })
  await keep('too large', 101)
  expect(answers.size).toEqual({ count: 4, bytes: 50 })
})

test('answers that share a text have the same bytes and ETag as without, and only their own bytes count', async () => {
  const styles = sharedText('/* ünd */'.repeat(10))
  const answers = new KeptAnswers({ count: 10, bytes: 40 })
  for (const [key, name] of ['é', 'b', 'c'].entries()) {
    const page = `<${name}>${styles.text}</${name}>`
    const kept = await toKept(page, {}, styles)
    expect(await sendKept(ask(), kept).text()).toBe(page)
    expect(kept.etag).toBe((await toKept(page, {})).etag)
    expect(kept.parts[1]).toBe(styles.bytes)
    answers.keep(String(key), kept)
  }
  expect(answers.size).toEqual({ count: 3, bytes: 9 + 7 + 7 })
  expect((await toKept('without', {}, styles)).ownBytes).toBe(7)
})

test('the answer that was unused for longest is dropped also where few answers fill the room', async () => {
  const answers = new KeptAnswers({ count: 100, bytes: 100 })
  for (const key of ['a', 'b', 'c']) answers.keep(key, await toKept('x'.repeat(30), {}))
  answers.get('a')
  answers.keep('d', await toKept('x'.repeat(30), {}))
  expect(['a', 'b', 'c', 'd'].filter((key) => answers.get(key))).toEqual(['a', 'c', 'd'])
})
