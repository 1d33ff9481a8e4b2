import { Download } from 'lucide-react'
import type { MyProduct } from '#shared/access/contract.ts'
import type { ProductDetail } from '#shared/catalogue/contract.ts'
import { Button } from '../../../ui/button.tsx'
import { Price } from '../../../ui/data/price.tsx'
import { Container } from '../../../ui/layout/container.tsx'
import { ProductAction } from '../product-action.tsx'

export type BuyBarProps = { product: ProductDetail; owned: MyProduct | undefined }

/**
 * The buy button on phones and tablets. It sticks to the bottom of the window while the page is read, and has its own
 * space at the end of the page, so that it covers nothing there.
 */
export function BuyBar({ product, owned }: BuyBarProps) {
  return (
    <div className="buy-bar sticky bottom-(--offline-bar,0rem) z-30 border-line-strong border-t bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden">
      <Container className="flex min-h-18 items-center justify-between gap-4 py-3">
        {owned && owned.fileName !== null ? (
          <>
            <p className="min-w-0 truncate font-medium text-fg text-sm">{product.name}</p>
            <Button asChild variant="primary">
              <a href={owned.downloadUrl} target="_blank" rel="noreferrer" download>
                <Download aria-hidden="true" />
                Download
              </a>
            </Button>
          </>
        ) : (
          <>
            <Price usd={product.price} per={product.isSubscription ? 'month' : undefined} size="lg" />
            <ProductAction product={product} owned={Boolean(owned)} variant="primary" />
          </>
        )}
      </Container>
    </div>
  )
}
