import { environmentManager, focusManager, onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'

// Without a window, the client assumes a server, where queries have no timers.
environmentManager.setIsServer(() => false)

afterEach(() => {
  vi.useRealTimers()
  focusManager.setFocused(undefined)
  onlineManager.setOnline(true)
})

const DAY = 24 * 3600 * 1000

/** A page that observes a query. `asked` counts the fetches. */
function observe(queryFn: () => Promise<string>) {
  vi.useFakeTimers()
  const client = createQueryClient()
  client.mount()
  const asked = vi.fn(queryFn)
  const observer = () => new QueryObserver(client, { queryKey: ['anything'], queryFn: asked })
  return { client, asked, observer }
}

// spec: no-refetch
test('loaded data is never stale: time, focus, network and navigation cause no refetch', async () => {
  const { asked, observer } = observe(async () => 'loaded')
  const leave = observer().subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(DAY)
  focusManager.setFocused(false)
  focusManager.setFocused(true)
  onlineManager.setOnline(false)
  onlineManager.setOnline(true)
  const leaveOther = observer().subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(DAY)
  expect(asked).toHaveBeenCalledTimes(1)
  leave()
  leaveOther()
})

test('the ways to pay from the document are kept for pages that are opened later', async () => {
  vi.useFakeTimers()
  const client = createQueryClient()
  client.setQueryData(['/api/payment/methods'], { crypto: null })
  client.setQueryData(['anything'], 'loaded')
  await vi.advanceTimersByTimeAsync(DAY)
  expect(client.getQueryData(['/api/payment/methods'])).toEqual({ crypto: null })
  expect(client.getQueryData(['anything'])).toBeUndefined()
})

// spec: no-refetch
test('a failed query is not retried automatically, even without a network', async () => {
  onlineManager.setOnline(false)
  const { asked, observer, client } = observe(async () => {
    throw new Error('down')
  })
  const leave = observer().subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(DAY)
  expect(asked).toHaveBeenCalledTimes(1)
  expect(client.getQueryState(['anything'])?.status).toBe('error')
  leave()
})

/** A list that is on the screen. The test resolves each of its calls. */
function aShownList() {
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
  'a change during the first fetch of a list is shown, also when the list is invalidated %d times',
  async (times) => {
    const { client, calls, shown, stop, until } = aShownList()
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
  const { client, calls, shown, stop, until } = aShownList()
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
