import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { OrderView } from '#shared/payments/contract.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { useNavigate } from '../../../lib/router/router-context.ts'
import { Button } from '../../../ui/button.tsx'
import { Copyable } from '../../../ui/data/copyable.tsx'
import { DataList } from '../../../ui/data/data-list.tsx'
import { Price } from '../../../ui/data/price.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { namesOf } from '../../catalogue/bundles/bundle-labels.ts'
import { hasSteps, RunSteps } from '../../run-steps/run-steps.tsx'
import { BundleFiles } from '../bundle-files.tsx'
import { ResultCard } from './card.tsx'
import { deliveryText, readyText } from './delivery-labels.ts'
import { MoneyNotice } from './money-notice.tsx'
import { RedirectNote } from './redirect-note.tsx'
import { DASHBOARD_AFTER_PAYMENT, type ResultVariant } from './redirect-rules.ts'
import { useCountdown } from './use-countdown.ts'

export type PaymentCompletedProps = { payment: OrderView; reference: string; variant: ResultVariant }

/** A paid and delivered payment. Redirects to the dashboard automatically unless the buyer chooses to stay. */
export function PaymentCompleted({ payment, reference, variant }: PaymentCompletedProps) {
  const navigate = useNavigate()
  // No redirect if the buyer should read more: an excess, a late payment, a product without a file, or the files of a bundle.
  const [staying, setStaying] = useState(
    payment.excessAmount > 0 || payment.situation === 'late' || payment.awaitsFile || payment.bundle !== null,
  )
  const left = useCountdown(variant.seconds, !staying, () =>
    navigate(DASHBOARD_AFTER_PAYMENT, { replace: true }),
  )
  const transactionId = payment.transactionId ?? reference

  const said = readyText(payment)
  useEffect(() => {
    toast({
      title: payment.trialDays > 0 ? 'Your free days have started' : 'Payment Successful!',
      description: said,
      tone: 'success',
    })
  }, [said, payment.trialDays])

  return (
    <ResultCard
      kind="done"
      title={payment.trialDays > 0 ? 'Your free days have started' : variant.title}
      text={
        <>
          {deliveryText(payment)}
          <span className="break-words font-medium text-fg">{payment.email ?? 'your email address'}</span>.
          {payment.trialDays > 0
            ? ` Nothing was charged. The email has the date of the first charge, and My Subscriptions the way to cancel.`
            : null}
        </>
      }
      after={
        payment.bundle ? (
          <BundleFiles
            bundle={payment.bundle}
            download={({ id, name }) => <FileLink id={id} name={name} />}
          />
        ) : hasSteps(payment.file) ? (
          <RunSteps file={payment.file} />
        ) : null
      }
      actions={
        <>
          {payment.awaitsFile || payment.bundle ? null : (
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
          stayText={stayText(payment)}
        />
      }
    >
      <DataList
        className="border-line border-y"
        rows={[
          { term: 'Product', value: payment.productName },
          ...(payment.bundle ? [{ term: 'Contains', value: namesOf(payment.bundle) }] : []),
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
          ...(payment.amount === 0
            ? []
            : [
                {
                  term: 'Transaction',
                  value: (
                    <Copyable
                      label="transaction id"
                      value={transactionId}
                      display={transactionId.slice(0, 8)}
                    />
                  ),
                },
              ]),
          { term: 'Order', value: <span className="font-mono">{payment.orderReference}</span> },
        ]}
      />
      <MoneyNotice payment={payment} />
    </ResultCard>
  )
}

const FileLink = ({ id, name }: { id: number; name: string }) => (
  <Button asChild size="sm" variant="primary">
    <a href={`/api/download/file/${id}`} download aria-label={`Download ${name}`}>
      <Download aria-hidden="true" />
      Download
    </a>
  </Button>
)

const stayText = ({ bundle, awaitsFile }: OrderView) =>
  bundle
    ? 'You stay on this page. The files are in your dashboard, too.'
    : `You stay on this page. The file ${awaitsFile ? 'will be' : 'is'} in your dashboard, too.`
