import { formatDay } from '../../../worker/core/format-day.ts'
import type { MyProduct } from '../../../worker/features/access/contract.ts'
import type { Product } from '../../../worker/features/catalogue/contract.ts'
import { standingOf } from '../checkout/already-yours.ts'

export type OwnedLabels = {
  title: string
  text: string
  /** What a button to buy it says, where buying changes something. */
  buy: string | null
}

/** What to tell who can open a product; `mine` is all they can open. */
export function ownedLabels(
  product: Pick<Product, 'id' | 'tier' | 'isSubscription' | 'fileVersion'>,
  held: Pick<MyProduct, 'id' | 'access' | 'fileVersion'>,
  mine: readonly Pick<MyProduct, 'id' | 'access'>[],
  now: number,
): OwnedLabels {
  const standing = standingOf(product, mine, now)
  if (standing.kind === 'yours') return { title: standing.title, text: standing.text, buy: null }
  if (standing.kind === 'in-premium') {
    const text = 'With all updates while it runs. Bought once, it stays yours after.'
    return { title: 'Included in your Premium plan', text, buy: 'Buy it to keep' }
  }
  const { source, updatesUntil } = held.access
  if (source === 'premium') {
    return { title: 'Included in your Premium plan', text: 'With all updates while it runs.', buy: null }
  }
  if (updatesUntil === null) {
    return { title: 'This is open to you', text: 'Download it here or in your dashboard.', buy: null }
  }
  const ended = `Your updates ended on ${formatDay(updatesUntil)}.`
  const newer = product.fileVersion !== null && held.fileVersion !== product.fileVersion
  return {
    title: 'You already own this',
    text: newer
      ? `${ended} Version ${held.fileVersion} stays yours; ${product.fileVersion} came after.`
      : `${ended} What you have is the current version.`,
    buy: 'Buy again for new updates',
  }
}
