import { expect, test } from 'vitest'
import type { AdminRelease } from '#shared/catalogue/manage-contract.ts'
import { offerToast } from './offer-toast.ts'

const MESSAGES = {
  done: { title: 'Published', description: 'It can be downloaded now.' },
  waiting: { title: 'Being Published', description: 'It waits.' },
}
const release = (id: number, isBeingPublished: boolean) => ({ id, isBeingPublished }) as AdminRelease

test('an offer that waits for the public log is reported as waiting, that of another release is not', () => {
  const product = { releases: [release(1, false), release(2, true)] }
  expect(offerToast(product, 2, MESSAGES)).toBe(MESSAGES.waiting)
  expect(offerToast(product, 1, MESSAGES)).toBe(MESSAGES.done)
})
