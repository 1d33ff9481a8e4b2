import type { Db, Write } from '../../db/client.ts'

/** The held use of this payment becomes a redemption. */
export const redeemUse = (_db: Db, _paymentId: number, _now: number): Write[] => []

/** Gives the use of a payment back that failed, expired or was refunded; written after the payment in its batch. */
export const releaseUse = (_db: Db, _paymentId: number, _now: number): Write[] => []
