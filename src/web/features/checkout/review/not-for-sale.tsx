import type { Product } from '#shared/catalogue/contract.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody } from '../../../ui/layout/card.tsx'

/** Shown instead of the form, for a product that has no file to deliver, or a bundle with such a product. */
export const NotForSale = ({ product: { name, bundle } }: { product: Pick<Product, 'name' | 'bundle'> }) => (
  <Card>
    <CardBody className="flex flex-col items-start sm:p-8">
      <h2 className="font-semibold text-fg text-xl">{name} is not available</h2>
      <p className="mt-1.5 text-muted">
        {bundle
          ? 'One of its scripts is not for sale at the moment, so it cannot be bought.'
          : 'It has no file to download at the moment, so it cannot be bought.'}{' '}
        Nothing was charged.
      </p>
      <Button asChild variant="primary" className="mt-6">
        <AppLink to="/products">Back to Products</AppLink>
      </Button>
    </CardBody>
  </Card>
)
