import { toUsd } from '#shared/core/money.ts'
import { toIso } from '#shared/core/time.ts'
import type { FeedItem, FeedKind } from '#shared/feed/contract.ts'
import { visibleLine } from '../../core/visible-text.ts'
import type { FeedRow } from './store.ts'

/** An event as admins see it. Hidden characters in text from strangers are made visible. */
export function toFeedItem(row: FeedRow): FeedItem {
  const { id, userId, paymentId, subscriptionId, subjectId, who, about, productId, productName } = row
  const amountCents = amountCentsOf(row)
  return {
    id,
    userId,
    paymentId,
    subscriptionId,
    subjectId,
    who: who === null ? null : visibleLine(who),
    about: about === null ? null : visibleLine(about),
    kind: row.kind as FeedKind,
    at: toIso(row.createdAt),
    product:
      productId === null
        ? null
        : { id: productId, name: productName ?? '', price: toUsd(row.priceCents ?? 0) },
    ...(row.kind === 'purchase' && row.paymentStatus !== null && { status: row.paymentStatus }),
    amount: amountCents === null ? null : toUsd(amountCents),
  }
}

function amountCentsOf(row: FeedRow): number | null {
  switch (row.kind as FeedKind) {
    case 'refund':
    case 'dispute':
    case 'restore':
      return Math.abs(row.revenueCents)
    case 'refund_asked':
      return row.askedCents
    case 'subscription_started':
    case 'subscription_past_due':
    case 'subscription_ended':
      // A subscription that does not renew automatically has no monthly price.
      return row.monthlyCents || null
    default:
      return row.amountCents
  }
}
