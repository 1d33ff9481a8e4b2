import { opens } from '#shared/access/rules.ts'
import type { Licence } from '#shared/licences/contract.ts'

const isUsable = ({ status }: Pick<Licence, 'status'>) => status === 'active' || status === 'grace'

/** The usable licences for this product: its own and those of plans. Without a usable one, the newest (first) one. */
export function licencesFor<One extends Pick<Licence, 'status' | 'product'>>(
  productId: number,
  licences: readonly One[],
): readonly One[] {
  const opening = licences.filter(({ product }) => opens({ scriptId: product.id }, productId))
  const usable = opening.filter(isUsable)
  return usable.length > 0 ? usable : opening.slice(0, 1)
}

/** The key with only its first and last groups visible: enough to identify the key, not enough to use it. */
export const maskKey = (key: string): string => {
  const groups = key.split('-')
  return groups.map((group, n) => (n === 0 || n === groups.length - 1 ? group : '•••••')).join('-')
}
