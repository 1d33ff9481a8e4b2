import type { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Effect } from '../../lib/live/message-effects.ts'
import { dismissToast, isToastOpen, toast } from '../../ui/overlays/toast.ts'
import { runEffects } from './run-effects.ts'

const client = {} as QueryClient
const news: Effect = { type: 'toast', title: 'Payment refunded', tone: 'default', duration: 5000 }
const updated: Effect = { type: 'toast', title: 'Updated', tone: 'default', duration: 3000, isMinor: true }

// Toast ids are consecutive numbers.
let last = 0
beforeEach(() => {
  last = toast({ title: 'Before' })
  dismissToast()
})

describe('a notification toast', () => {
  it.each([
    ['after', [updated, news], 2],
    ['before', [news, updated], 1],
  ])('stays open when it is shown %s an update toast', (_, effects, shown) => {
    runEffects(effects, client)
    expect(isToastOpen(last + shown)).toBe(true)
  })

  it('allows an update toast once it is closed', () => {
    runEffects([news], client)
    dismissToast()
    runEffects([updated], client)
    expect(isToastOpen(last + 2)).toBe(true)
  })
})
