import { formatUsd } from '../../ui/format-usd.ts'
import { COMPARISON_ROWS, type ComparisonRow } from './comparison-rows.ts'
import { LIFETIME, PREMIUM } from './plans.ts'
import { usePlanPrice } from './use-plan-price.ts'

/** The comparison with today's prices as its first row. */
export function useComparison(): readonly ComparisonRow[] {
  const premium = usePlanPrice(PREMIUM)
  const lifetime = usePlanPrice(LIFETIME)
  return [
    {
      term: 'Price',
      script: 'Its own',
      premium: `${formatUsd(premium)} per month`,
      lifetime: `${formatUsd(lifetime)} one-time`,
    },
    ...COMPARISON_ROWS,
  ]
}
