import { describe, expect, test } from 'vitest'
import type { Access } from '#shared/access/rules.ts'
import { DAY } from '#shared/core/time.ts'
import { refuseRepeat } from './repeat-purchase-rules.ts'

describe('the refusal of another payment', () => {
  const access = (more: Partial<Access>): Access => ({
    source: 'purchase',
    grantId: 1,
    since: 0,
    until: null,
    renews: false,
    updatesUntil: 90 * DAY,
    ...more,
  })
  test.each([
    ['nothing is owned', null, 0, false],
    ['it is owned with updates', access({}), 0, true],
    ['its updates have ended', access({}), 90 * DAY, false],
    ['it is subscribed to', access({ source: 'subscription', updatesUntil: null }), 0, true],
    ['Premium opens it', access({ source: 'premium', updatesUntil: null }), 0, false],
    ['Lifetime opens it', access({ source: 'lifetime', updatesUntil: null }), 0, true],
  ])('is decided where %s', (_, owned, now, refused) => {
    expect(refuseRepeat(owned, now) !== null).toBe(refused)
  })
})
