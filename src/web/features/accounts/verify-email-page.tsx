import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, reasonOf } from '../../lib/api.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { BRAND } from '../../lib/brand.ts'
import { useLinkToken } from '../../lib/use-link-token.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { AccountFrame } from './account-frame.tsx'
import { currentUserQuery, verifyEmailQuery } from './queries.ts'
import { useRefreshAfter } from './use-refresh-account.ts'

/**
 * Opening the link is enough for a logged-in user. Other visitors must confirm with a button: anyone can register with
 * any address, mail programs open links automatically, and a confirmed address gives the account its guest purchases.
 */
export default function VerifyEmailPage() {
  const token = useLinkToken()
  const { data: user, error: whoFailed } = useQuery(currentUserQuery())
  const [isMine, setMine] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({
    ...verifyEmailQuery(token ?? ''),
    enabled: Boolean(token) && (isMine || Boolean(user)),
  })
  useRefreshAfter(data !== undefined)

  if (data) {
    return (
      <AccountFrame
        title="Your email address is confirmed"
        text={
          <>
            Receipts, download links and password resets go to{' '}
            <span className="break-words font-medium text-fg">{data.data.email}</span>.
          </>
        }
      >
        <Button asChild variant="primary" block>
          {user ? (
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
  if (token && !isMine && (user === null || whoFailed)) {
    return (
      <AccountFrame
        title="Is this your account?"
        text={`A ${BRAND} account wants to use this email address. Confirm only if that account is yours: it will show what was bought with this address without an account.`}
      >
        <Button variant="primary" block onClick={() => setMine(true)}>
          Confirm my address
        </Button>
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
