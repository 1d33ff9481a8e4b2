import { useState } from 'react'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { waitingProduct } from './return-address.ts'

/** The product whose checkout waited for the login when the page opened. */
export function useWaitingProduct(): string | null {
  const hydrated = useHydrated()
  // undefined: not read yet. The value is kept, because signing in clears the stored address.
  const [product, setProduct] = useState<string | null | undefined>(hydrated ? waitingProduct : undefined)
  if (product !== undefined || !hydrated) return product ?? null
  const found = waitingProduct()
  setProduct(found)
  return found
}
