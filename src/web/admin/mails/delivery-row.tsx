import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { EmailDelivery } from '#shared/email/contract.ts'
import { mailName } from '#shared/email/mail-name-rules.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/data/badge.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { adminPath } from '../shell/admin-path.ts'
import { failureToast } from '../ui/failure-toast.ts'
import { deliveryBadge } from './delivery-badges.ts'
import { resendDelivery } from './mail-queries.ts'

export type DeliveryRowProps = {
  delivery: EmailDelivery
  /** For lists with mails in several states. The provider's report is shown in every list. */
  showsState?: boolean
}

export function DeliveryRow({ delivery, showsState }: DeliveryRowProps) {
  const { id, template, to, status, attempts, lastError, paymentId, createdAt, sentAt, outcome } = delivery
  const badge = deliveryBadge(delivery)
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => resendDelivery(id),
    onSuccess: () => {
      toast({ title: 'Email Resent', description: `To ${to}`, tone: 'success' })
      return client.invalidateQueries({ queryKey: ['/api/secure-management/email-deliveries'] })
    },
    onError: failureToast('Email Resend Failed'),
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-3.5 sm:px-6">
      <div className="min-w-0 flex-1 basis-72">
        <p className="break-words font-medium text-fg text-sm">
          {mailName(template)}
          <span className="font-normal text-muted"> to {to}</span>
        </p>
        <p className="mt-0.5 break-words text-muted text-xs">
          <span className="font-mono">#{id}</span>
          {paymentId === null ? null : (
            <>
              {' · '}
              <AppLink
                to={adminPath('orders', { order: paymentId })}
                className="rounded-xs font-mono underline decoration-line-strong underline-offset-4"
              >
                order #{paymentId}
              </AppLink>
            </>
          )}{' '}
          · <RelativeTime dense value={sentAt ?? createdAt} /> · {attempts} {attempts === 1 ? 'try' : 'tries'}
        </p>
        {lastError && status !== 'sent' ? (
          <p className="mt-1 break-words text-danger text-xs">{lastError}</p>
        ) : null}
      </div>
      {showsState || outcome ? (
        <Badge tone={badge.tone} dot>
          {badge.label}
        </Badge>
      ) : null}
      {status === 'dead' ? (
        <Button size="sm" busy={isPending} onClick={() => mutate()} aria-label={`Send mail #${id} again`}>
          Send again
        </Button>
      ) : null}
    </li>
  )
}
