import { useState } from 'react'
import type { CurrentUser } from '#shared/accounts/contract.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { useLocation, useNavigate } from '../../../lib/router/router-context.ts'
import { Button } from '../../../ui/button.tsx'
import { rememberReturn } from '../return-address.ts'
import { ResultCard } from './card.tsx'
import { RedirectNote } from './redirect-note.tsx'
import type { ResultVariant } from './redirect-rules.ts'
import { useCountdown } from './use-countdown.ts'

export type PaymentReceivedProps = { user: CurrentUser | null | undefined; variant: ResultVariant }

/**
 * A payment that cannot be checked, because the visitor is signed out or the address names none. The page refers to the
 * email.
 */
export function PaymentReceived({ user, variant }: PaymentReceivedProps) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [staying, setStaying] = useState(false)
  const leaving = Boolean(user) && !staying
  const left = useCountdown(variant.seconds, leaving, () => navigate('/dashboard', { replace: true }))

  return (
    <ResultCard
      kind="waiting"
      plain
      title="Payment Received"
      text={
        variant.crypto
          ? 'Your product is delivered by email after blockchain confirmation, with a receipt and a download link. That can take a while; there is no need to pay again.'
          : 'Once the provider confirms it, your receipt and a download link go to the email address you entered when paying.'
      }
      actions={
        <>
          <Button asChild variant="primary">
            {user === null ? (
              <AppLink to="/auth?tab=login" onClick={() => rememberReturn(pathname + search)}>
                Log in
              </AppLink>
            ) : (
              <AppLink to="/dashboard">{variant.goLabel}</AppLink>
            )}
          </Button>
          <Button asChild>
            <AppLink to="/">Return to Home</AppLink>
          </Button>
        </>
      }
      note={
        user ? (
          <RedirectNote
            left={staying ? null : left}
            onStay={() => setStaying(true)}
            stayText="You stay on this page."
          />
        ) : user === null ? (
          <>
            Bought without an account? The email has your download link. Register with the same address and
            confirm it. The purchase will then be in your dashboard, with its licence key and, with Premium or
            Lifetime, every script. Did an email say that too little or too much arrived? Log in to choose
            what to do.{' '}
            <AppLink to="/find-purchase" className="underline underline-offset-4">
              No email? Find your purchase
            </AppLink>
            .
          </>
        ) : null
      }
    />
  )
}
