import type { GuestOrderView } from '#shared/payments/contract.ts'
import { DataList } from '../../../ui/data/data-list.tsx'
import { Price } from '../../../ui/data/price.tsx'

type Rows = Parameters<typeof DataList>[0]['rows']

/** The facts of a guest order: product, amount and order reference. `more`: rows between the amount and the reference. */
export function OrderRows({ order, more = [] }: { order: GuestOrderView; more?: Rows }) {
  const { productName, amount, purchaseType, isCrypto } = order
  const monthly = purchaseType === 'subscription' && !isCrypto
  return (
    <DataList
      className="border-line border-y"
      rows={[
        { term: 'Product', value: <span className="break-words">{productName}</span> },
        {
          term: 'Amount',
          value: <Price usd={amount} size="sm" {...(monthly && { per: 'month' as const })} />,
        },
        ...more,
        { term: 'Order', value: <span className="font-mono">{order.orderReference}</span> },
      ]}
    />
  )
}
