import type { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Effect } from '../../lib/live/live-rules.ts'
import { dismissToast, isToastOpen, toast } from '../../ui/overlays/toast.ts'
import { runEffects } from './run-effects.ts'

const client = {} as QueryClient
const news: Effect = { type: 'toast', title: 'Payment refunded', tone: 'default', duration: 5000 }
const updated: Effect = { type: 'toast', title: 'Updated', tone: 'default', duration: 3000, isMinor: true }

// Ids count up.
let last = 0
beforeEach(() => {
  last = toast({ title: 'Before' })
  dismissToast()
})

describe('of two toasts', () => {
  it.each([
    ['after', [updated, news], 2],
    ['before', [news, updated], 1],
  ])('the notification stays, shown %s the one that says that the page was updated', (_, effects, shown) => {
    runEffects(effects, client)
    expect(isToastOpen(last + shown)).toBe(true)
  })

  it('the one that says that the page was updated is shown once the notification is closed', () => {
    runEffects([news], client)
    dismissToast()
    runEffects([updated], client)
    expect(isToastOpen(last + 2)).toBe(true)
  })
})
