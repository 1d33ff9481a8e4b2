import type { MyProduct } from '#shared/access/contract.ts'
import type { Product } from '#shared/catalogue/contract.ts'
import { formatDay } from '#shared/core/format-day.ts'
import { ownershipOf } from '../../checkout/ownership.ts'

export type OwnedLabels = {
  title: string
  text: string
  /** The label of the buy button. Null if a purchase would change nothing. */
  buy: string | null
}

/** The labels for a user who has access to a product. `mine`: all products that the user has access to. */
export function ownedLabels(
  product: Pick<Product, 'id' | 'tier' | 'isSubscription' | 'bundle' | 'fileVersion' | 'releasedAt'>,
  owned: Pick<MyProduct, 'id' | 'access' | 'fileVersion' | 'releasedAt'>,
  mine: readonly Pick<MyProduct, 'id' | 'access'>[],
  now: number,
): OwnedLabels {
  const ownership = ownershipOf(product, mine, now)
  if (ownership.kind === 'yours') return { title: ownership.title, text: ownership.text, buy: null }
  if (ownership.kind === 'in-premium') {
    const text =
      'With all updates while you have Premium. Buy this script only if you want to keep it after Premium ends.'
    return { title: 'Included in your Premium plan', text, buy: 'Buy it to keep' }
  }
  const { source, updatesUntil } = owned.access
  if (source === 'premium') {
    return {
      title: 'Included in your Premium plan',
      text: 'With all updates while you have Premium.',
      buy: null,
    }
  }
  if (updatesUntil === null) {
    return {
      title: 'You have access to this script',
      text: 'Download it here or in your dashboard.',
      buy: null,
    }
  }
  const ended = `Your updates ended on ${formatDay(updatesUntil)}.`
  const newer = product.releasedAt !== null && (owned.releasedAt ?? '') < product.releasedAt
  return {
    title: 'You already own this',
    text: `${ended} ${versionText(owned.fileVersion, newer ? product.fileVersion : null)}`,
    buy: 'Buy again for new updates',
  }
}

/** `own`: the version that the owner can download, null if there is none. `newer`: the current version, if newer. */
function versionText(own: string | null, newer: string | null): string {
  if (own === null) {
    const none = 'No version that they included can be downloaded at the moment'
    return newer === null ? `${none}.` : `${none}; ${newer} is newer.`
  }
  return newer === null ? 'You have the current version.' : `Version ${own} stays yours; ${newer} is newer.`
}
