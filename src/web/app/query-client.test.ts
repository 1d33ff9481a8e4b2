import { environmentManager, focusManager, onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'

// Without a window the client thinks it is on a server, where nothing is asked at intervals.
environmentManager.setIsServer(() => false)

afterEach(() => {
  vi.useRealTimers()
  focusManager.setFocused(undefined)
  onlineManager.setOnline(true)
})

const DAY = 24 * 3600 * 1000

/** A page that looks at a query, counting how often it is asked for. */
function look(queryFn: () => Promise<string>) {
  vi.useFakeTimers()
  const client = createQueryClient()
  client.mount()
  const asked = vi.fn(queryFn)
  const observer = () => new QueryObserver(client, { queryKey: ['anything'], queryFn: asked })
  return { client, asked, observer }
}

test('what was loaded is never stale: neither time, focus, network nor another page asks again', async () => {
  const { asked, observer } = look(async () => 'loaded')
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

test('what failed is not tried again by itself, also without a network', async () => {
  onlineManager.setOnline(false)
  const { asked, observer, client } = look(async () => {
    throw new Error('down')
  })
  const leave = observer().subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(DAY)
  expect(asked).toHaveBeenCalledTimes(1)
  expect(client.getQueryState(['anything'])?.status).toBe('error')
  leave()
})
