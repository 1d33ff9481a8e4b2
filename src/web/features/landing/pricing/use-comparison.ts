import { formatUsd } from '#shared/core/money.ts'
import { useCryptoName } from '../../payments/use-crypto-name.ts'
import { type ComparisonRow, comparisonRows } from './comparison-rows.ts'
import { LIFETIME, PREMIUM } from './plans.ts'
import { usePlanProduct } from './use-plan-product.ts'

/** The comparison with the current prices as its first row. */
export function useComparison(): readonly ComparisonRow[] {
  const crypto = useCryptoName()
  const { usd: premium } = usePlanProduct(PREMIUM)
  const { usd: lifetime } = usePlanProduct(LIFETIME)
  return [
    {
      term: 'Price',
      script: 'Depends on the script',
      premium: `${formatUsd(premium)} per month`,
      lifetime: `${formatUsd(lifetime)} one-time`,
    },
    ...comparisonRows(crypto !== null),
  ]
}
