import { useQuery } from '@tanstack/react-query'
import { countryTaxesOf } from '#shared/seller/tax-rules.ts'
import { shopQuery } from './queries.ts'

/** The rates by country; null where the tax of an order does not depend on the buyer's country, and while it is loading. */
export const useCountryTaxes = () => countryTaxesOf(useQuery(shopQuery).data?.tax)
