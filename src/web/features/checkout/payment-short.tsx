import type { PaymentView } from '../../../worker/features/payments/contract.ts'
import { DataList } from '../../ui/data-list.tsx'
import { Price } from '../../ui/price.tsx'
import { PartActions } from '../payments/part-actions.tsx'
import { ResultCard } from './result-card.tsx'

const DISCOUNT_LOST =
  'It came after the payment page had closed, and your coupon was used up by then: the price is the one without it.'

/** Too little arrived in crypto: what did, what is missing, and both ways out. */
export function PaymentShort({ payment }: { payment: PaymentView }) {
  return (
    <ResultCard
      look="warning"
      title="Too little arrived"
      text={`Nothing is lost. Pay the rest and the purchase is complete, or get back what you sent. ${payment.discountLost ? DISCOUNT_LOST : 'The price stays as it was when you ordered.'}`}
      actions={<PartActions payment={payment} />}
      note={`Order #${payment.id}. Sent it a moment ago? This page looks again by itself.`}
    >
      <DataList
        className="border-line border-y"
        rows={[
          { term: 'Product', value: payment.productName },
          { term: 'Price', value: <Price usd={payment.amount} size="sm" /> },
          { term: 'Arrived', value: <Price usd={payment.receivedAmount} size="sm" /> },
          { term: 'Missing', value: <Price usd={payment.dueAmount} />, strong: true },
        ]}
      />
    </ResultCard>
  )
}
