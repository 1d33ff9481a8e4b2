import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect } from 'react'
import { formatUsd } from '#shared/core/money.ts'
import type { GuestOrderView } from '#shared/payments/contract.ts'
import { reasonOf } from '../../../lib/api.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { Copyable } from '../../../ui/data/copyable.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { FormNotice } from '../../accounts/form-notice.tsx'
import { namesOf } from '../../catalogue/bundles/bundle-labels.ts'
import { openGuestFile } from '../../payments/queries.ts'
import { hasSteps, RunSteps } from '../../run-steps/run-steps.tsx'
import { BundleFiles } from '../bundle-files.tsx'
import { ResultCard } from '../result/card.tsx'
import { deliveryText, readyText } from '../result/delivery-labels.ts'
import type { ResultVariant } from '../result/redirect-rules.ts'
import { CorrectAddress } from './correct-address.tsx'
import { OrderRows } from './order-rows.tsx'
import { RegisterLink } from './register-link.tsx'

export type GuestOrderPaidProps = { order: GuestOrderView; reference: string; variant: ResultVariant }

/** A paid order without an account: the file, and the way to an account. It stays, because a guest has no dashboard. */
export function GuestOrderPaid({ order, reference, variant }: GuestOrderPaidProps) {
  const { mutate, isPending, isSuccess, error, variables } = useMutation({
    mutationFn: (productId: number | undefined) => openGuestFile({ reference, productId }),
    onSuccess: (url) => window.location.assign(url),
  })
  const { file, bundle, email, transactionId } = order
  const said = readyText(order)

  useEffect(() => {
    toast({ title: 'Payment Successful!', description: said, tone: 'success' })
  }, [said])

  if (order.isSecondPayment) return <PaidTwice order={order} />
  const id = transactionId ?? reference
  return (
    <ResultCard
      kind="done"
      title={variant.title}
      text={
        <>
          {deliveryText(order)}
          <span className="break-words font-medium text-fg">{email ?? 'your email address'}</span>.
        </>
      }
      actions={
        <>
          {file ? (
            <Button
              variant="primary"
              busy={isPending}
              busyText="Preparing your download..."
              onClick={() => mutate(undefined)}
            >
              <Download aria-hidden="true" />
              Download
            </Button>
          ) : null}
          <RegisterLink email={email} hasAccount={order.hasAccount} />
          <Button asChild variant="ghost">
            <AppLink to="/">Return to Home</AppLink>
          </Button>
          <div role="status" className="w-full text-left empty:hidden">
            {error ? (
              <FormNotice
                tone="danger"
                text={`There was a problem preparing your download. ${reasonOf(error, 'Please try again.')}`}
              />
            ) : isSuccess ? (
              <FormNotice
                tone="info"
                text="Your browser has started the download. If it stops, press Download again."
              />
            ) : null}
          </div>
        </>
      }
      actionsFirst
      after={
        bundle ? (
          <BundleFiles
            bundle={bundle}
            download={({ id: productId, name }) => (
              <Button
                size="sm"
                variant="primary"
                aria-label={`Download ${name}`}
                busy={isPending && variables === productId}
                busyText="Preparing..."
                onClick={() => mutate(productId)}
              >
                <Download aria-hidden="true" />
                Download
              </Button>
            )}
          />
        ) : hasSteps(file) ? (
          <RunSteps file={file} />
        ) : null
      }
      note={
        order.hasAccount ? (
          IN_ACCOUNT
        ) : (
          <>
            <CorrectAddress reference={reference} email={email} />
            <p className="mt-3">{AFTERWARDS}</p>
          </>
        )
      }
    >
      <OrderRows
        order={order}
        more={[
          ...(order.excessAmount > 0 ? [{ term: 'Received', value: formatUsd(order.receivedAmount) }] : []),
          ...(bundle ? [{ term: 'Contains', value: namesOf(bundle) }] : []),
          ...(file
            ? [
                { term: 'File', value: <span className="break-all font-mono">{file.name}</span> },
                { term: 'SHA-256', value: <Copyable label="SHA-256" value={file.sha256} ends={10} /> },
              ]
            : []),
          {
            term: 'Transaction',
            value: <Copyable label="transaction id" value={id} display={id.slice(0, 8)} />,
          },
        ]}
      />
      {order.excessAmount > 0 ? (
        <FormNotice
          tone="info"
          className="mt-4"
          text={`We received ${formatUsd(order.excessAmount)} more than the price. Register with this address and confirm it, then you can get it back in your dashboard.`}
        />
      ) : null}
    </ResultCard>
  )
}

const IN_ACCOUNT =
  'This address belongs to an account, and the purchase is in its dashboard. Log in to see it there.'
const AFTERWARDS =
  'You can download the file here for seven days, and with the link in your email. Create an account with the same address to keep it for longer, with its licence key and updates.'

/** A second payment for a product that was bought under this address before. */
function PaidTwice({ order }: { order: GuestOrderView }) {
  return (
    <ResultCard
      kind="warning"
      title="You paid twice"
      text={`${order.productName} was bought with this email address before, so we are refunding ${formatUsd(order.amount)} to you. The first purchase stays as it is.`}
      actions={
        <Button asChild>
          <AppLink to="/">Return to Home</AppLink>
        </Button>
      }
    >
      <OrderRows order={order} />
    </ResultCard>
  )
}
