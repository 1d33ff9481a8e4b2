import { referralUrl } from '#shared/accounts/referral-code.ts'
import { toUsd } from '#shared/core/money.ts'
import { toIso, toIsoOrNull } from '#shared/core/time.ts'
import type { Payout, Referral, ReferralEntry, ReferralStats } from '#shared/referrals/contract.ts'
import { maskAddress, nextPayoutAt, waitsUntil } from '#shared/referrals/rules.ts'
import type { listEntries, listOwn, PayoutWithAffiliate, readTotals } from './store.ts'

export const toReferral = (entry: Awaited<ReturnType<typeof listOwn>>[number]): Referral => ({
  id: entry.id,
  status: entry.status,
  createdAt: toIso(entry.createdAt),
  amount: toUsd(entry.commissionCents),
  maturesAt: toIsoOrNull(entry.maturesAt),
  paidAt: toIsoOrNull(entry.paidAt),
})

export const toStats = (
  totals: Awaited<ReturnType<typeof readTotals>>,
  publicUrl: string,
  now: number,
): ReferralStats => ({
  total: totals.total,
  pending: totals.total - totals.paid,
  paid: totals.paid,
  earned: toUsd(totals.pendingCents + totals.payableCents + totals.paidCents),
  pendingAmount: toUsd(totals.pendingCents),
  payableAmount: toUsd(totals.payableCents),
  paidAmount: toUsd(totals.paidCents),
  nextPayoutAt: toIso(nextPayoutAt(now)),
  payoutAddress: totals.payoutAddress === null ? null : maskAddress(totals.payoutAddress),
  registered: totals.registered,
  referralCode: totals.code,
  referralUrl: referralUrl(publicUrl, totals.code),
})

export const toPayout = (found: PayoutWithAffiliate, now: number): Payout => {
  const { payout, affiliate } = found
  return {
    id: payout.id,
    affiliate: { id: payout.referrerId, ...affiliate },
    period: payout.period,
    total: toUsd(payout.totalCents),
    status: payout.status,
    address: payout.address,
    payableFrom: toIsoOrNull(waitsUntil(payout.status, found.replacedAddressAt, now)),
    reference: payout.reference,
    createdAt: toIso(payout.createdAt),
    paidAt: toIsoOrNull(payout.paidAt),
  }
}

export const toEntry = ({
  entry,
  referrer,
  referred,
  product,
}: Awaited<ReturnType<typeof listEntries>>[number]): ReferralEntry => ({
  ...toReferral(entry),
  kind: entry.kind,
  referrer,
  referred,
  paymentId: entry.paymentId,
  product,
  payoutId: entry.payoutId,
})
