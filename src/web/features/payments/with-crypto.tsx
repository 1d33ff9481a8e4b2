import type { ReactNode } from 'react'
import { useCryptoName } from './use-crypto-name.ts'

/** Text for a shop that takes cryptocurrency: a function of the provider's name. Nothing in another shop. */
export function WithCrypto({ children }: { children: (name: string) => ReactNode }) {
  const name = useCryptoName()
  return name === null ? null : children(name)
}
