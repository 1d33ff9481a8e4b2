import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ConfirmAccount } from '#shared/accounts/contract.ts'
import { formatDay } from '#shared/core/format-day.ts'
import { ApiError, reasonOf } from '../../lib/api.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { BRAND } from '../../lib/brand.ts'
import { useSearchParams } from '../../lib/router/router-context.ts'
import { useLinkToken } from '../../lib/use-link-token.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { AccountFrame } from './account-frame.tsx'
import { recheckUser } from './become-user.ts'
import { ConfirmAccountForm } from './confirm-account-form.tsx'
import { currentUserQuery, verifyEmailQuery } from './queries.ts'
import { useRefreshAfter } from './use-refresh-account.ts'

/**
 * Opening the link is enough in the account's own session. Elsewhere the page asks for the account's password or a new
 * one: anyone can register with any address, and a confirmed address gives the account its guest purchases.
 */
export default function VerifyEmailPage() {
  const token = useLinkToken()
  const [params] = useSearchParams()
  const { data: user } = useQuery(currentUserQuery())
  const client = useQueryClient()
  const [proven, setProven] = useState<{ email: string; isReset: boolean }>()
  const { data, error, isFetching, refetch } = useQuery({
    ...verifyEmailQuery(token ?? ''),
    enabled: Boolean(token) && user !== undefined && !proven,
  })
  const email = proven?.email ?? data?.data.email
  useRefreshAfter(email !== undefined)

  if (email !== undefined) {
    return (
      <AccountFrame
        title="Your email address is confirmed"
        text={
          <>
            Receipts, download links and password resets go to{' '}
            <span className="break-words font-medium text-fg">{email}</span>.
            {proven?.isReset ? ' Your new password is set. Log in with it.' : null}
          </>
        }
      >
        <Button asChild variant="primary" block>
          {user && !proven?.isReset ? (
            <AppLink to="/dashboard">Go to your dashboard</AppLink>
          ) : (
            <AppLink to="/auth?tab=login">Log in</AppLink>
          )}
        </Button>
      </AccountFrame>
    )
  }
  const refusal = error instanceof ApiError ? error.status : null
  if (token === null || refusal === 410 || refusal === 400) {
    return (
      <AccountFrame
        title="This link does not work any more"
        text="It is not complete, was used already, is older than a day, was ended by a lockdown, or a newer one was sent. Open the link in the email again, or have a new one sent from your profile."
      >
        <Button asChild variant="primary" block>
          <AppLink to="/dashboard?tab=profile">Open your profile</AppLink>
        </Button>
      </AccountFrame>
    )
  }
  if (refusal === 409) {
    return (
      <AccountFrame
        title="Another account uses this address"
        text="Somebody registered with it before the link was opened. Your account keeps the address it has."
      >
        <Button asChild variant="primary" block>
          <AppLink to="/dashboard?tab=profile">Open your profile</AppLink>
        </Button>
      </AccountFrame>
    )
  }
  const account = accountIn(error)
  if (token && account) {
    return (
      <AccountFrame
        title="Is this your account?"
        text={`The ${BRAND} account “${account.username}”, registered on ${formatDay(account.createdAt)}, is about to use this email address. Purchases made with this address without an account will appear in it.`}
      >
        <ConfirmAccountForm
          token={token}
          account={account}
          isNotMine={params.has('not-me')}
          onDone={async (opened) => {
            setProven(opened)
            // A new password also ended this browser's session.
            if (opened.isReset) await recheckUser(client)
          }}
        />
      </AccountFrame>
    )
  }
  return (
    <AccountFrame title="Confirm your email">
      {error ? (
        <ErrorState
          bare
          className="p-0 sm:p-0"
          title="Your address could not be confirmed"
          text={reasonOf(error, 'The shop did not answer. Try again in a moment.')}
          onRetry={refetch}
          retrying={isFetching}
        />
      ) : (
        <p role="status" className="flex items-center gap-3 text-muted">
          <Spinner />
          Confirming your address...
        </p>
      )}
    </AccountFrame>
  )
}

/** The account that the link belongs to, where the server asks for a proof. */
function accountIn(error: unknown): ConfirmAccount | null {
  const data = error instanceof ApiError ? (error.data as Partial<ConfirmAccount> | undefined) : undefined
  return data?.code === 'confirm-account' ? (data as ConfirmAccount) : null
}
