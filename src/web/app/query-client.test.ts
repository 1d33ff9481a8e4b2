import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createQueryClient } from './query-client.ts'

/** A list that is on the screen, and what the shop answers to each call for it, when the test lets it. */
function watched() {
  const client = createQueryClient()
  const calls: PromiseWithResolvers<string>[] = []
  const queryFn = () => {
    const call = Promise.withResolvers<string>()
    calls.push(call)
    return call.promise
  }
  const observer = new QueryObserver(client, { queryKey: ['list', 1], queryFn })
  const stop = observer.subscribe(() => {})
  const shown = () => observer.getCurrentResult().data
  const until = (ok: () => boolean) => expect.poll(ok, { interval: 1 }).toBe(true)
  return { client, calls, shown, stop, until }
}

test.each([1, 2])(
  'a change during the first fetch of a list is shown, also when it is told %d times',
  async (times) => {
    const { client, calls, shown, stop, until } = watched()
    const changes = Array.from({ length: times }, () => client.invalidateQueries({ queryKey: ['list'] }))
    expect(calls).toHaveLength(1)
    calls[0]?.resolve('as it was before the change')
    await until(() => calls.length > 1)
    for (const call of calls) call.resolve('as it is')
    await Promise.all(changes)
    expect(shown()).toBe('as it is')
    stop()
  },
)

test('a first fetch that fails is not repeated, and a later change is fetched once', async () => {
  const { client, calls, shown, stop, until } = watched()
  const change = client.invalidateQueries({ queryKey: ['list'] })
  calls[0]?.reject(new Error('no network'))
  await change
  expect(calls).toHaveLength(1)
  const later = client.invalidateQueries({ queryKey: ['list'] })
  await until(() => calls.length === 2)
  calls[1]?.resolve('as it is')
  await later
  expect([calls.length, shown()]).toEqual([2, 'as it is'])
  stop()
})
