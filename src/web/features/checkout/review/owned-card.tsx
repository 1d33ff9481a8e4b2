import { CircleCheck, Download } from 'lucide-react'
import type { Product } from '#shared/catalogue/contract.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody } from '../../../ui/layout/card.tsx'

export type OwnedCardProps = {
  product: Pick<Product, 'downloadUrl' | 'fileName'>
  title: string
  text: string
  /** The path of the page that sells another month, for a subscription that does not renew automatically. */
  renewPath?: string
}

/** Shown instead of the form if the buyer already has the product. */
export function OwnedCard({ product, title, text, renewPath }: OwnedCardProps) {
  return (
    <Card>
      <CardBody className="flex flex-col items-start sm:p-8">
        <span
          aria-hidden="true"
          className="grid size-11 place-items-center rounded-full bg-success-soft text-success"
        >
          <CircleCheck className="size-5.5" />
        </span>
        <h2 className="mt-4 font-semibold text-fg text-xl">{title}</h2>
        <p className="mt-1.5 text-muted">{text}</p>
        <div className="mt-6 flex w-full flex-wrap gap-3 max-xs:*:w-full">
          {renewPath === undefined ? null : (
            <Button asChild variant="primary">
              <AppLink to={renewPath}>Renew with crypto</AppLink>
            </Button>
          )}
          {product.fileName === null ? null : (
            <Button asChild variant={renewPath === undefined ? 'primary' : 'secondary'}>
              <a href={product.downloadUrl} target="_blank" rel="noreferrer" download>
                <Download aria-hidden="true" />
                Download
              </a>
            </Button>
          )}
          <Button asChild>
            <AppLink to="/dashboard?tab=products">Go to dashboard</AppLink>
          </Button>
        </div>
      </CardBody>
    </Card>
  )
}
