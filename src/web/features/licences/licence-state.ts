import { formatDay } from '#shared/core/format-day.ts'
import type { Licence } from '#shared/licences/contract.ts'
import type { BadgeTone } from '../../ui/data/badge.tsx'

type LicenceState = {
  badge: { label: string; tone: BadgeTone }
  /** An explanation for the owner; null if none is needed. */
  note: string | null
  /** Whether the key works. */
  isUsable: boolean
}

/** The labels of a licence's status. */
export function licenceState({ status, validUntil }: Pick<Licence, 'status' | 'validUntil'>): LicenceState {
  switch (status) {
    case 'active':
      return { badge: { label: 'Active', tone: 'success' }, note: null, isUsable: true }
    case 'grace': {
      const until = validUntil === null ? '' : ` The key works until ${formatDay(validUntil)}.`
      const note = `The renewal has not been paid yet.${until}`
      return { badge: { label: 'Payment due', tone: 'warning' }, note, isUsable: true }
    }
    case 'expired': {
      const note = 'Access has ended, so the key does not work. It works again once you have access again.'
      return { badge: { label: 'Expired', tone: 'neutral' }, note, isUsable: false }
    }
    case 'revoked': {
      const note =
        'The payment was refunded or disputed, or access was withdrawn. The key does not work. If your bank decides a dispute in our favour, it works again.'
      return { badge: { label: 'Revoked', tone: 'danger' }, note, isUsable: false }
    }
  }
}
