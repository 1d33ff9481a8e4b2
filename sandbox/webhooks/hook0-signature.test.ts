import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { hook0Signature } from './hook0-signature.ts'

const hmac = (text: string) => createHmac('sha256', 'secret').update(text).digest('hex')

test('v1 signs time, header names, header values and body; v0 signs only time and body', async () => {
  const headers = { 'content-type': 'application/json', 'x-event-id': 'one' }
  expect(await hook0Signature('{}', headers, 'secret', 1700000000)).toBe(
    `t=1700000000,v0=${hmac('1700000000.{}')},h=content-type x-event-id,v1=${hmac(
      '1700000000.content-type x-event-id.application/json.one.{}',
    )}`,
  )
})
