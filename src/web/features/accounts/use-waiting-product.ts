import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { WAITING_PRODUCT } from '#shared/pages/waiting-product.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { waitingProduct } from './return-address.ts'

type WaitingProduct = {
  /** The product whose checkout waited for the login when the page opened. */
  id: string | null
  /** The document came in place of that checkout, and says so. */
  isInDocument: boolean
}

export function useWaitingProduct(): WaitingProduct {
  const hydrated = useHydrated()
  const queryClient = useQueryClient()
  const [inDocument] = useState(() => queryClient.getQueryData<string>(WAITING_PRODUCT))
  // undefined: not read yet. The value is kept, because signing in clears the stored address.
  const [id, setId] = useState(() => inDocument ?? (hydrated ? waitingProduct() : undefined))
  // Not for a later visit of the page, which may have another product or none.
  useEffect(() => queryClient.removeQueries({ queryKey: WAITING_PRODUCT, exact: true }), [queryClient])
  const isInDocument = inDocument !== undefined
  if (id !== undefined || !hydrated) return { id: id ?? null, isInDocument }
  const found = waitingProduct()
  setId(found)
  return { id: found, isInDocument }
}
