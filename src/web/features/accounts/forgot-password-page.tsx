import { useState } from 'react'
import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { AccountFrame } from './account-frame.tsx'
import { ForgotPasswordForm } from './forgot-password-form.tsx'

export default function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (sentTo) {
    return (
      <AccountFrame
        title="Check your inbox"
        text={
          <>
            If an account uses <span className="break-words font-medium text-fg">{sentTo}</span>, a link to
            choose a new password is on its way to it. It works once, for one hour.
          </>
        }
      >
        <p role="status" className="text-muted text-sm">
          Nothing after a few minutes? Check your spam folder, and that this is the address you registered
          with.
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          <Button asChild>
            <AppLink to="/auth?tab=login">Back to login</AppLink>
          </Button>
          <Button variant="ghost" onClick={() => setSentTo(null)}>
            Use another address
          </Button>
        </div>
      </AccountFrame>
    )
  }
  return (
    <AccountFrame
      title="Forgot your password?"
      text="Enter the email address of your account. We send you a link to choose a new password."
    >
      <ForgotPasswordForm onSent={setSentTo} />
    </AccountFrame>
  )
}
