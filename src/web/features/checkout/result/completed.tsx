import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { OrderView } from '#shared/payments/contract.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { Copyable } from '../../../ui/data/copyable.tsx'
import { DataList } from '../../../ui/data/data-list.tsx'
import { Price } from '../../../ui/data/price.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { hasSteps, RunSteps } from '../../run-steps/run-steps.tsx'
import { ResultCard } from './card.tsx'
import { MoneyNotice } from './money-notice.tsx'
import { RedirectNote } from './redirect-note.tsx'
import { DASHBOARD_AFTER_PAYMENT, type ResultVariant } from './redirect-rules.ts'
import { useCountdown } from './use-countdown.ts'

export type PaymentCompletedProps = { payment: OrderView; reference: string; variant: ResultVariant }

/** A paid and delivered payment. Redirects to the dashboard automatically unless the buyer chooses to stay. */
export function PaymentCompleted({ payment, reference, variant }: PaymentCompletedProps) {
  const navigate = useNavigate()
  // No redirect if the buyer should read more: an excess, a late payment, or a product without a file.
  const [staying, setStaying] = useState(
    payment.excessAmount > 0 || payment.situation === 'late' || payment.awaitsFile,
  )
  const left = useCountdown(variant.seconds, !staying, () =>
    navigate(DASHBOARD_AFTER_PAYMENT, { replace: true }),
  )
  const transactionId = payment.transactionId ?? reference

  useEffect(() => {
    toast({
      title: payment.trialDays > 0 ? 'Your free days have started' : 'Payment Successful!',
      description: payment.awaitsFile
        ? `${payment.productName} has no file yet. We will email you the link as soon as it has one.`
        : `${payment.productName} is ready to download.`,
      tone: 'success',
    })
  }, [payment.productName, payment.awaitsFile, payment.trialDays])

  return (
    <ResultCard
      kind="done"
      title={payment.trialDays > 0 ? 'Your free days have started' : variant.title}
      text={
        <>
          {payment.awaitsFile
            ? `${payment.productName} has no file to download at the moment. Our support team knows. As soon as there is a file, we will email the link to `
            : 'Your receipt and a download link are on their way to '}
          <span className="break-words font-medium text-fg">{payment.email ?? 'your email address'}</span>.
          {payment.trialDays > 0
            ? ` Nothing was charged. The email has the date of the first charge, and My Subscriptions the way to cancel.`
            : null}
        </>
      }
      after={hasSteps(payment.file) ? <RunSteps file={payment.file} /> : null}
      actions={
        <>
          {payment.awaitsFile ? null : (
            <Button asChild variant="primary" onClick={() => setStaying(true)}>
              <a href={`/api/download/file/${payment.productId}`} download>
                <Download aria-hidden="true" />
                Download
              </a>
            </Button>
          )}
          <Button asChild>
            <AppLink to={DASHBOARD_AFTER_PAYMENT}>{variant.goLabel}</AppLink>
          </Button>
          <Button asChild variant="ghost">
            <AppLink to="/">Return to Home</AppLink>
          </Button>
        </>
      }
      note={
        <RedirectNote
          left={staying ? null : left}
          onStay={() => setStaying(true)}
          stayText={`You stay on this page. The file ${payment.awaitsFile ? 'will be' : 'is'} in your dashboard, too.`}
        />
      }
    >
      <DataList
        className="border-line border-y"
        rows={[
          { term: 'Product', value: payment.productName },
          ...(payment.excessAmount > 0
            ? [{ term: 'Received', value: <Price usd={payment.receivedAmount} size="sm" /> }]
            : []),
          {
            term: payment.trialDays > 0 ? 'Charged today' : 'Amount',
            value: (
              <Price
                usd={payment.amount}
                size="sm"
                {...(payment.purchaseType === 'subscription' &&
                  !payment.trialDays &&
                  !payment.isCrypto &&
                  payment.discountAmount === 0 && { per: 'month' as const })}
              />
            ),
          },
          {
            term: payment.amount === 0 ? 'Order' : 'Transaction',
            value: (
              <Copyable label="transaction id" value={transactionId} display={transactionId.slice(0, 8)} />
            ),
          },
        ]}
      />
      <MoneyNotice payment={payment} />
    </ResultCard>
  )
}
