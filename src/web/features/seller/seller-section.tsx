import type { ReactNode } from 'react'
import { useSeller } from './queries.ts'
import { SellerDetails } from './seller-details.tsx'

/** The seller's details, or `missing` where no seller is set. */
export function SellerSection({ missing }: { missing: ReactNode }) {
  const seller = useSeller()
  return seller ? <SellerDetails seller={seller} /> : missing
}
