import { expect, test } from 'vitest'
import { cutOff } from './cut-off.ts'

test('a cut-off response keeps its status and loses half of its body', async () => {
  const cut = await cutOff(Response.json({ id: 'pi_1', amount: 500 }, { status: 201 }))
  expect(cut.status).toBe(201)
  expect(await cut.text()).toBe('{"id":"pi_1",')
})
