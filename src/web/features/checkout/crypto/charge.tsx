import type { CurrentUser } from '#shared/accounts/contract.ts'
import type { Product } from '#shared/catalogue/contract.ts'
import { isForSale } from '#shared/catalogue/rules.ts'
import { ApiError, reasonOf } from '../../../lib/api.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { DataList } from '../../../ui/data/data-list.tsx'
import { Price } from '../../../ui/data/price.tsx'
import { Card, CardBody } from '../../../ui/layout/card.tsx'
import { Container } from '../../../ui/layout/container.tsx'
import { Stepper } from '../../../ui/layout/stepper.tsx'
import { useCryptoName } from '../../payments/use-crypto-name.ts'
import { IncludedTax } from '../../seller/included-tax.tsx'
import { STEPS } from '../frame.tsx'
import { ResultCard } from '../result/card.tsx'
import { chargeRows, IfAmountDiffers } from './charge-facts.tsx'
import { CryptoError } from './error.tsx'
import { useCharge } from './use-charge.ts'

export function PreparingCharge() {
  return (
    <ResultCard
      kind="busy"
      title="Preparing Checkout"
      text="We are preparing your payment with the crypto provider. This takes a few seconds."
    />
  )
}

export type CryptoChargeProps = { product: Product; user: CurrentUser; query: URLSearchParams }

/** A loading state, then the summary of the open charge, or the reason why there is none. */
export function CryptoCharge({ product, user, query }: CryptoChargeProps) {
  const charge = useCharge(product, user, query)
  const crypto = useCryptoName()
  if (charge.isError) {
    const message = reasonOf(charge.error, 'Failed to initialize Coinbase Commerce checkout')
    const { data } = charge.error instanceof ApiError ? charge.error : { data: null }
    const code = typeof data === 'object' && data !== null && 'code' in data ? data.code : undefined
    return <CryptoError message={message} code={code} product={isForSale(product) ? product : null} />
  }
  if (!charge.data) return <PreparingCharge />
  return (
    <Container className="max-w-[39rem] py-10 sm:py-16">
      <Stepper steps={STEPS} current={1} label="Checkout steps" className="mb-8" />
      <Card>
        <CardBody className="sm:p-8">
          <h1 className="font-semibold text-2xl text-fg">Pay with cryptocurrency</h1>
          <p className="mt-2 text-muted">
            {crypto === null ? "The provider's page" : `The page of ${crypto}`} shows the exact amount and the
            address to send it to. You send it from your own wallet.
          </p>
          <DataList
            className="mt-6 border-line border-y"
            rows={[
              { term: 'Product', value: product.name },
              ...chargeRows(charge.data),
              { term: 'Price in USD', value: <Price usd={priceOf(product, query)} />, strong: true },
            ]}
          />
          <IncludedTax country={query.get('country')} className="text-right" />
          <IfAmountDiffers />
          <div className="mt-6 flex flex-wrap-reverse justify-end gap-3 max-xs:*:w-full">
            <Button asChild>
              <AppLink to="/products">Cancel</AppLink>
            </Button>
            <Button asChild variant="primary">
              <a href={charge.data.hostedUrl}>Proceed to Payment</a>
            </Button>
          </div>
        </CardBody>
      </Card>
    </Container>
  )
}

/** The amount from the checkout page, in USD. Ignored if it is not between 0 and the product's price. */
function priceOf(product: Product, query: URLSearchParams): number {
  const agreed = Number(query.get('finalAmount') ?? product.price)
  return agreed >= 0 && agreed <= product.price ? agreed : product.price
}
