import { CircleCheck, Download } from 'lucide-react'
import type { MyProduct } from '#shared/access/contract.ts'
import type { ProductDetail } from '#shared/catalogue/contract.ts'
import { formatUsd } from '#shared/core/money.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { BuyButton } from '../../checkout/buy-button.tsx'
import { purchaseTypeOf } from '../../checkout/checkout-path.ts'
import { ownedLabels } from './owned-labels.ts'

export type OwnedActionsProps = { product: ProductDetail; owned: MyProduct; mine: readonly MyProduct[] }

/** Shown instead of the price to users with access: the file they get, and the effect of buying the product again. */
export function OwnedActions({ product, owned, mine }: OwnedActionsProps) {
  // `Date.now()` is safe for hydration, because this is rendered for logged-in users only, never on the server.
  const { title, text, buy } = ownedLabels(product, owned, mine, Date.now())
  return (
    <>
      <p className="flex items-center gap-2 font-medium text-fg">
        <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-success" />
        {title}
      </p>
      <p className="mt-1 text-muted text-sm">{text}</p>
      <div className="mt-5 flex flex-col gap-3">
        {owned.fileName === null ? null : (
          <Button asChild variant="primary" size="lg" block>
            <a href={owned.downloadUrl} target="_blank" rel="noreferrer" download>
              <Download aria-hidden="true" />
              <span className="min-w-0 truncate">
                Download v{owned.fileVersion}
                {owned.isBeta ? ' (beta)' : null}
              </span>
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
