import { Clock } from 'lucide-react'
import { formatUsd } from '#shared/core/money.ts'
import type { PaymentView } from '#shared/payments/contract.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody } from '../../../ui/layout/card.tsx'

/**
 * Shown instead of the form while a payment for this product is being confirmed, so that the buyer does not pay twice.
 */
export const OpenPaymentCard = ({ payment }: { payment: PaymentView }) => (
  <Card>
    <CardBody className="flex flex-col items-start sm:p-8">
      <span
        aria-hidden="true"
        className="grid size-11 place-items-center rounded-full bg-info-soft text-info"
      >
        <Clock className="size-5.5" />
      </span>
      <h2 className="mt-4 font-semibold text-fg text-xl">Your payment is being processed</h2>
      <p className="mt-1.5 text-muted">
        You paid {formatUsd(payment.amount)} for {payment.productName}, and the money has not arrived yet.
        Some payment methods take a few days. You do not have to pay again.
      </p>
      <Button asChild variant="primary" className="mt-6">
        <AppLink to={`/success?session_id=${payment.id}&source=${payment.isCrypto ? 'crypto' : 'stripe'}`}>
          See order {payment.orderReference}
        </AppLink>
      </Button>
    </CardBody>
  </Card>
)
