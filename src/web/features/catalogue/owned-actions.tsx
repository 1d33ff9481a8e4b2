import { CircleCheck, Download } from 'lucide-react'
import type { MyProduct } from '../../../worker/features/access/contract.ts'
import type { ProductDetail } from '../../../worker/features/catalogue/contract.ts'
import { AppLink } from '../../app/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { formatUsd } from '../../ui/format-usd.ts'
import { BuyButton } from '../checkout/buy-button.tsx'
import { purchaseTypeOf } from '../checkout/checkout-path.ts'
import { ownedLabels } from './owned-labels.ts'

export type OwnedActionsProps = { product: ProductDetail; held: MyProduct; mine: readonly MyProduct[] }

/** In place of the price, for who can open the product: the file they get, and what buying it again would change. */
export function OwnedActions({ product, held, mine }: OwnedActionsProps) {
  // Only who is logged in comes here, so no server has rendered this clock.
  const { title, text, buy } = ownedLabels(product, held, mine, Date.now())
  return (
    <>
      <p className="flex items-center gap-2 font-medium text-fg">
        <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-success" />
        {title}
      </p>
      <p className="mt-1 text-muted text-sm">{text}</p>
      <div className="mt-5 flex flex-col gap-3">
        {held.fileName === null ? null : (
          <Button asChild variant="primary" size="lg" block>
            <a href={held.downloadUrl} target="_blank" rel="noreferrer" download>
              <Download aria-hidden="true" />
              Download v{held.fileVersion}
            </a>
          </Button>
        )}
        <Button asChild block>
          <AppLink to="/dashboard?tab=products">Go to dashboard</AppLink>
        </Button>
        {buy && product.fileName !== null ? (
          <BuyButton productId={product.id} purchaseType={purchaseTypeOf(product)} variant="ghost" block>
            {buy}, {formatUsd(product.price)}
          </BuyButton>
        ) : null}
      </div>
    </>
  )
}
