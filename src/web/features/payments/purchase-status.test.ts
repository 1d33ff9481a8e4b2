import { describe, expect, test } from 'vitest'
import { LIFETIME_ID } from '#shared/catalogue/contract.ts'
import type { Purchase } from '#shared/payments/contract.ts'
import { refundEffects, refundNote } from './purchase-status.ts'

const purchase: Purchase = {
  id: 41,
  orderReference: 'WF-7K3M-Q9TX',
  userId: 7,
  productId: 3,
  amount: 39,
  refundedAmount: 0,
  status: 'completed',
  purchaseType: 'one-time',
  provider: 'stripe',
  purchaseDate: '2026-11-21T10:00:00.000Z',
  product: { id: 3, slug: 'farm', name: 'Farm', imageUrl: null },
  user: { id: 7, username: 'ann', email: 'ann@mail.test' },
  refundable: {
    verdict: 'at-once',
    amount: 39,
    until: '2026-11-28T10:00:00.000Z',
    reason: null,
    endsSubscription: false,
  },
  refund: null,
  receivedAmount: 39,
  dueAmount: 0,
  excessAmount: 0,
  returnedAmount: 0,
  discountLost: false,
  isSecondPayment: false,
  couponReused: false,
  situation: null,
  claimUrl: null,
}
const no = { verdict: 'no', amount: 0, until: null, endsSubscription: false } as const
const asked = { amount: 39, askedAt: '2026-11-21T10:00:00.000Z', claimUrl: null }

describe('the refund note of a purchase', () => {
  // spec: dashboard-purchases
  test('shows the deadline for a refund request', () => {
    expect(refundNote(purchase)).toEqual({
      kind: 'may-ask',
      text: 'Refundable until 28 Nov 2026, 10:00 (UTC)',
    })
  })

  test('is null if a refund can neither be requested nor was requested', () => {
    expect(refundNote({ ...purchase, refundable: { ...no, reason: 'Over.' } })).toBeNull()
  })

  test.each([
    ['review', 'completed', /reviewing your request/],
    ['approved', 'completed', /\$39\.00 is on its way/],
    ['pending', 'completed', /on its way/],
    ['declined', 'completed', /Because\./],
    ['failed', 'completed', /Because\./],
  ] as const)('shows the status of a refund that is %s', (status, payment, text) => {
    const refundable = { ...no, reason: 'Because.' }
    const note = refundNote({ ...purchase, status: payment, refundable, refund: { ...asked, status } })
    expect(note?.text).toMatch(text)
  })

  test('is null after the refund, which the badge shows', () => {
    const refundable = { ...no, reason: 'This payment was refunded.' }
    const refund = { ...asked, status: 'succeeded' as const }
    expect(refundNote({ ...purchase, status: 'refunded', refundable, refund })).toBeNull()
  })

  test('links to the page on which a crypto refund is claimed', () => {
    const refund = { ...asked, status: 'succeeded' as const, claimUrl: 'https://pay.example/1' }
    const note = refundNote({ ...purchase, status: 'refunded', refundable: { ...no, reason: null }, refund })
    expect(note).toMatchObject({ kind: 'claim', url: 'https://pay.example/1' })
  })
})

describe('the effects shown before a refund request', () => {
  test('are lost access for a one-time purchase, no more charges for a subscription, none for a past period', () => {
    expect(refundEffects(purchase).join(' ')).toMatch(
      /\$39\.00 back on the card.*lose access to Farm at once/,
    )
    const lifetime = { ...purchase, product: { ...purchase.product, id: LIFETIME_ID, name: 'Lifetime Plan' } }
    expect(refundEffects(lifetime).join(' ')).toContain('everything that Lifetime Plan includes')
    const monthly = { ...purchase, purchaseType: 'subscription' as const }
    const running = { ...monthly, refundable: { ...purchase.refundable, endsSubscription: true } }
    expect(refundEffects(running).join(' ')).toContain('not be charged again')
    expect(refundEffects(monthly).join(' ')).toContain('does not change')
    // A crypto month is prepaid, so it may not have begun yet.
    const ahead = refundEffects({ ...monthly, provider: 'coinbase' }).join(' ')
    expect(ahead).toContain('taken off your paid time')
    expect(ahead).not.toContain('past period')
    expect(refundEffects({ ...purchase, provider: 'btcpay' })[0]).toContain('wallet')
  })
})
