// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of source text
import type { Mutant } from '../mutant.ts'

export const coupons: readonly Mutant[] = [
  {
    id: 'coupons-used-up-boundary',
    area: 'coupons',
    file: 'src/worker/features/coupons/rules.ts',
    find: 'coupon.currentUses >= coupon.maxUses)',
    replace: 'coupon.currentUses > coupon.maxUses)',
    test: 'src/worker/features/coupons/rules.test.ts',
  },
  {
    id: 'coupons-end-ignored',
    area: 'coupons',
    file: 'src/worker/features/coupons/rules.ts',
    find: 'coupon.endDate !== null && now >= coupon.endDate',
    replace: 'coupon.endDate !== null && now <= coupon.endDate',
    test: 'src/worker/features/coupons/rules.test.ts',
  },
  {
    id: 'coupons-rounded-down',
    area: 'coupons',
    file: 'src/worker/features/coupons/rules.ts',
    find: '(priceCents * millionths + MILLIONTHS / 2) / MILLIONTHS',
    replace: '(priceCents * millionths) / MILLIONTHS',
    test: 'src/worker/features/coupons/rules.test.ts',
  },
  {
    id: 'coupons-uncollectable-rest',
    area: 'coupons',
    file: 'src/worker/features/coupons/rules.ts',
    find: 'left < MINIMUM_CHARGE_CENTS ? 0 : left',
    replace: 'left < 0 ? 0 : left',
    test: 'src/worker/features/coupons/rules.test.ts',
  },
  {
    id: 'coupons-own-checkout-counts',
    area: 'coupons',
    file: 'src/worker/features/coupons/judge-coupon.ts',
    find: 'coupon.currentUses - coupon.ownReservation',
    replace: 'coupon.currentUses',
    test: 'src/worker/features/coupons/routes.test.ts',
  },
  {
    id: 'coupons-once-per-address',
    area: 'coupons',
    file: 'src/worker/features/coupons/writes.ts',
    find: '${usesByAddress} < ${coupon.maxUsesPerUser} and ${ofAccount}',
    replace: '${usesByAddress} <= ${coupon.maxUsesPerUser} and ${ofAccount}',
    test: 'src/worker/features/coupons/writes.test.ts',
  },
  {
    id: 'coupons-use-not-given-back',
    area: 'coupons',
    file: 'src/worker/features/coupons/writes.ts',
    find: '.set({ currentUses: sql`${coupons.currentUses} - 1` })',
    replace: '.set({ currentUses: sql`${coupons.currentUses}` })',
    test: 'src/worker/features/coupons/writes.test.ts',
  },
]
