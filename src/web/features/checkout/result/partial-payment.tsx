import type { PaymentView } from '#shared/payments/contract.ts'
import { DataList } from '../../../ui/data/data-list.tsx'
import { Price } from '../../../ui/data/price.tsx'
import { BalanceActions } from '../../payments/balance-actions.tsx'
import { ResultCard } from './card.tsx'

const DISCOUNT_LOST =
  'Your payment arrived after the payment page had closed, and your discount had ended by then, so the full price applies.'

/**
 * A partial payment in crypto: the amount received, the amount due, and both actions (pay the balance, get a refund).
 */
export function PartialPayment({ payment }: { payment: PaymentView }) {
  return (
    <ResultCard
      kind="warning"
      title="We received less than the price"
      text={`Pay the amount due to complete your purchase, or get back what you sent. ${payment.discountLost ? DISCOUNT_LOST : 'The price stays as it was when you ordered.'}`}
      actions={<BalanceActions payment={payment} />}
      note={`Order ${payment.orderReference}. Sent it a moment ago? This page updates automatically.`}
    >
      <DataList
        className="border-line border-y"
        rows={[
          { term: 'Product', value: payment.productName },
          { term: 'Price', value: <Price usd={payment.amount} size="sm" /> },
          { term: 'Received', value: <Price usd={payment.receivedAmount} size="sm" /> },
          { term: 'Amount due', value: <Price usd={payment.dueAmount} />, strong: true },
        ]}
      />
    </ResultCard>
  )
}
