import { useMutation } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import type { Profile } from '#shared/accounts/contract.ts'
import { reasonOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { keepEmail } from './queries.ts'
import { useRefreshAccount } from './use-refresh-account.ts'
import { useResendConfirmation } from './use-resend-confirmation.ts'

/** The address to confirm, with a button that sends another link. Empty if everything is confirmed. */
export function ConfirmationNotice({ profile }: { profile: Profile }) {
  const refresh = useRefreshAccount()
  const resend = useResendConfirmation()
  const keep = useMutation({
    mutationFn: keepEmail,
    onSuccess: ({ message }) => toast({ title: 'Change cancelled', description: message, tone: 'success' }),
    onError: fail('The change could not be cancelled.'),
    onSettled: refresh,
  })
  const { pendingEmail, emailVerified } = profile
  if (pendingEmail === null && emailVerified) return null
  return (
    <div className="rounded-lg border border-line bg-surface-2 p-4 text-sm">
      <p className="flex gap-3 text-fg">
        <MailCheck aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-subtle" />
        <span className="min-w-0">
          {pendingEmail === null ? (
            'Open the link we mailed you to confirm that this address is yours. It works for one day.'
          ) : (
            <>
              Open the link we sent to <span className="break-all font-medium">{pendingEmail}</span>. Until
              then your account keeps the address above. The link works for one day.
            </>
          )}
        </span>
      </p>
      <div className="mt-3 flex flex-wrap gap-2 pl-7.5">
        <Button size="sm" busy={resend.isPending} onClick={() => resend.mutate()}>
          Send the link again
        </Button>
        {pendingEmail === null ? null : (
          <Button size="sm" variant="ghost" busy={keep.isPending} onClick={() => keep.mutate()}>
            Cancel the change
          </Button>
        )}
      </div>
    </div>
  )
}

const fail = (fallback: string) => (error: Error) =>
  toast({ title: 'Error', description: reasonOf(error, fallback), tone: 'destructive' })
