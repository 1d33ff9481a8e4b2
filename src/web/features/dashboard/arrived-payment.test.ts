import { describe, expect, it } from 'vitest'
import { completedIds, deliveredPayments } from './arrived-payment.ts'

const now = Date.parse('2026-11-10T12:00:00Z')
const paid = { id: 7, productId: 3, status: 'completed', purchaseDate: '2026-11-10T11:58:00Z' } as const

// spec: payment-complete-toast
describe('a payment from which the buyer returned', () => {
  it('has arrived once it is completed and its product is among the buyer’s products', () => {
    expect(deliveredPayments([paid], [{ id: 3 }], now)).toEqual([paid])
    expect(deliveredPayments([paid], [{ id: 4 }], now)).toEqual([])
    expect(deliveredPayments([{ ...paid, status: 'pending' }], [{ id: 3 }], now)).toEqual([])
  })

  it('is not one of yesterday', () => {
    expect(deliveredPayments([{ ...paid, purchaseDate: '2026-11-09T12:00:00Z' }], [{ id: 3 }], now)).toEqual(
      [],
    )
  })

  it('is known by its id once it is completed', () => {
    expect(completedIds([paid, { ...paid, id: 8, status: 'pending' }])).toEqual([7])
  })
})
