import { sellerLine } from '#shared/seller/seller-lines-rules.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { useSeller } from './queries.ts'

/** The seller at the end of every page. Its line is kept free while it loads, so that nothing moves. */
export function SellerFooterLine() {
  const seller = useSeller()
  if (seller === null) return null
  return (
    <p className="wrap-anywhere min-h-10 basis-full sm:min-h-5">
      {seller ? (
        <>
          Sold by {sellerLine(seller)}.{' '}
          <AppLink
            to="/about#seller"
            className="rounded-sm text-muted underline decoration-line-strong underline-offset-4 hover:decoration-current"
          >
            About the seller
          </AppLink>
        </>
      ) : null}
    </p>
  )
}
