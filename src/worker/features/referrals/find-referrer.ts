import type { Db } from '../../db/client.ts'

/** Whom a purchase is attributed to. */
export const findReferrer = async (
  _db: Db,
  _buyer: { userId: number; email: string },
  _code: string | null,
  _now: number,
): Promise<number | null> => null
