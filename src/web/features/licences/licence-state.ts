import { formatDay } from '../../../worker/core/format-day.ts'
import type { Licence } from '../../../worker/features/licences/contract.ts'
import type { BadgeTone } from '../../ui/badge.tsx'

type LicenceState = {
  badge: { label: string; tone: BadgeTone }
  /** What it means for its owner; null: nothing to say. */
  note: string | null
  /** Whether its key opens anything. */
  isUsable: boolean
}

/** How a licence stands, in words. */
export function licenceState({ status, validUntil }: Pick<Licence, 'status' | 'validUntil'>): LicenceState {
  switch (status) {
    case 'active':
      return { badge: { label: 'Active', tone: 'success' }, note: null, isUsable: true }
    case 'grace': {
      const until = validUntil === null ? '' : ` It works until ${formatDay(validUntil)} meanwhile.`
      const note = `The renewal has not been paid yet.${until}`
      return { badge: { label: 'Payment due', tone: 'warning' }, note, isUsable: true }
    }
    case 'expired': {
      const note = 'Access has ended, and the key opens nothing. It works again as soon as access does.'
      return { badge: { label: 'Expired', tone: 'neutral' }, note, isUsable: false }
    }
    case 'revoked': {
      const note =
        'The payment was refunded or disputed, or access was withdrawn. The key opens nothing any more.'
      return { badge: { label: 'Revoked', tone: 'danger' }, note, isUsable: false }
    }
  }
}
