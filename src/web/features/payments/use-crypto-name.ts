import { useQuery } from '@tanstack/react-query'
import { CRYPTO_NAMES } from '#shared/payments/provider-name-rules.ts'
import { payMethodsQuery } from './queries.ts'

/** The name of the provider of new crypto payments; null where the shop takes none, and until that is known. */
export function useCryptoName(): string | null {
  const { data } = useQuery(payMethodsQuery())
  return data?.crypto ? CRYPTO_NAMES[data.crypto] : null
}
