import { AppLink } from '../../../lib/app-link.tsx'
import { TEXT_LINK } from '../../../ui/link-styles.ts'

/** Below the tick that ends the right of withdrawal: the shop's own guarantee does not end with it. */
export const GuaranteeStays = () => (
  <p className="pl-8 text-muted text-xs">
    The 7-day money-back guarantee stays.{' '}
    <AppLink to="/withdraw" className={TEXT_LINK}>
      About withdrawing
    </AppLink>
  </p>
)
