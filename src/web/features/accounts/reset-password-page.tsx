import { useState } from 'react'
import { AppLink } from '../../lib/app-link.tsx'
import { useLinkToken } from '../../lib/use-link-token.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { AccountFrame } from './account-frame.tsx'
import { ResetPasswordForm } from './reset-password-form.tsx'

export default function ResetPasswordPage() {
  const token = useLinkToken()
  // The key resets the page when another link is opened in the same tab.
  return <ResetPassword key={token} token={token} />
}

function ResetPassword({ token }: { token: string | null | undefined }) {
  const [state, setState] = useState<'form' | 'done' | 'dead'>('form')
  if (state === 'done') {
    return (
      <AccountFrame
        title="Your password is changed"
        text="Every device was logged out, and the download links in our emails ended. Log in with the new password."
      >
        <Button asChild variant="primary" block>
          <AppLink to="/auth?tab=login">Log in</AppLink>
        </Button>
      </AccountFrame>
    )
  }
  if (state === 'dead' || token === null) {
    return (
      <AccountFrame
        title="This link does not work any more"
        text="It is not complete, was used already, is older than an hour, was ended by a lockdown, or a newer one was sent. Open the link in the email again, or get a new one."
      >
        <Button asChild variant="primary" block>
          <AppLink to="/forgot-password">Get a new link</AppLink>
        </Button>
      </AccountFrame>
    )
  }
  return (
    <AccountFrame
      title="Choose a new password"
      text="It replaces the old one, logs out every device that is logged in now, and ends the download links in our emails."
    >
      {token === undefined ? (
        <div className="flex flex-col gap-5">
          <Skeleton className="h-17.5" />
          <Skeleton className="h-17.5" />
          <Skeleton className="h-10" />
        </div>
      ) : (
        <ResetPasswordForm token={token} onDone={() => setState('done')} onDead={() => setState('dead')} />
      )}
    </AccountFrame>
  )
}
