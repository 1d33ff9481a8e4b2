import { useQuery } from '@tanstack/react-query'
import type { TaxRules } from '#shared/seller/contract.ts'
import { countryTaxesOf, taxName, taxOfOrder } from '#shared/seller/tax-rules.ts'
import { cn } from '../../ui/cn.ts'
import { shopQuery } from './queries.ts'

/**
 * Says that the total includes tax. Nothing where the shop states no tax. `country`: the buyer's, where an order in crypto
 * asks for it; null: not known yet, or Stripe's page asks.
 */
export function IncludedTax({ country = null, className }: { country?: string | null; className?: string }) {
  const rules = useQuery(shopQuery).data?.tax
  const line = rules ? lineOf(rules, country) : null
  return line === null ? null : <p className={cn('mt-1 text-muted text-xs', className)}>{line}</p>
}

function lineOf(rules: TaxRules, country: string | null): string {
  if (countryTaxesOf(rules) !== null && country === null)
    return 'Including any tax of your country. The invoice states the amount.'
  const tax = taxOfOrder(rules, { byStripe: false, country })
  return tax.percent === 0
    ? 'No tax of your country is included.'
    : `Including ${taxName(tax)}. The invoice states the amount.`
}
