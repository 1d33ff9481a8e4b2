import { REFERRAL_ALPHABET } from '#shared/accounts/referral-code.ts'
import type { CouponBatch } from '#shared/coupons/contract.ts'
import { Problem } from '../../core/problem.ts'
import { noteAction } from '../../db/audit.ts'
import { commit, refusedBy } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import { termsOf } from './coupon-terms.ts'
import { type CouponDeps, randomCouponId } from './create-coupon.ts'
import { givesAway } from './gives-away.ts'
import { toCouponView } from './views.ts'
import { insertCoupons } from './writes.ts'

/** 32^8 codes for each prefix. */
const RANDOM_LENGTH = 8
const MAX_ATTEMPTS = 3

/**
 * Creates coupons for one use each, all or none, with one entry in the audit log. Returns their codes.
 * @throws Problem 403 a coupon makes a product free, and the proof of identity is old
 */
export async function createCoupons(
  { db, requireProof }: CouponDeps,
  actor: Actor,
  { prefix, count, ...form }: CouponBatch,
  now: number,
  random: () => string = randomText,
): Promise<string[]> {
  const rowOf = (code: string) => ({
    id: randomCouponId(),
    ...termsOf({ ...form, code, maxUses: 1, maxUsesPerUser: 1 }, now),
    currentUses: 0,
    createdBy: actor.id,
    createdAt: now,
    updatedAt: now,
  })
  const example = rowOf(`${prefix}-`)
  if (await givesAway(db, example)) await requireProof()
  const { id: _id, code: _code, ...terms } = toCouponView(example)
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const codes = Array.from({ length: count }, () => `${prefix}-${random()}`)
    const entry = {
      actorId: actor.id,
      action: 'coupon.create' as const,
      subject: `coupons:${prefix}`,
      ip: actor.ip,
      after: { prefix, count, ...terms },
      now,
    }
    try {
      await commit(db, [...insertCoupons(db, codes.map(rowOf)), noteAction(db, entry)])
      return codes
    } catch (error) {
      // A code or an id that exists already: all get others.
      if (!refusedBy(error, 'coupons', 'code') && !refusedBy(error, 'coupons', 'id')) throw error
    }
  }
  throw new Problem(409, 'Too many codes begin with this prefix. Please choose another one.')
}

const randomText = () =>
  Array.from(
    crypto.getRandomValues(new Uint8Array(RANDOM_LENGTH)),
    (byte) => REFERRAL_ALPHABET[byte % REFERRAL_ALPHABET.length],
  ).join('')
