import { useState } from 'react'
import { AppLink } from '../../../lib/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { AccountFrame } from '../../accounts/account-frame.tsx'
import { SupportLink } from '../../contact/support-link.tsx'
import { FindPurchaseForm } from './find-purchase-form.tsx'

/** Mails fresh links to what was bought without an account. */
export default function FindPurchasePage() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (sentTo) {
    return (
      <AccountFrame
        title="Check your inbox"
        text={
          <>
            If something was bought with <span className="break-words font-medium text-fg">{sentTo}</span>, an
            email with the links is on its way to it. The links work for seven days.
          </>
        }
      >
        <p role="status" className="text-muted text-sm">
          Nothing after a few minutes? Check your spam folder, and that you paid with this address. You can
          also write to us: <SupportLink subject="Find my purchase" />
        </p>
        <div className="mt-6 flex flex-wrap gap-x-1 gap-y-3">
          <Button onClick={() => setSentTo(null)}>Use another address</Button>
          <Button asChild variant="ghost">
            <AppLink to="/">Return to Home</AppLink>
          </Button>
        </div>
      </AccountFrame>
    )
  }
  return (
    <AccountFrame
      title="Find my purchase"
      text="Enter the email address that you paid with. We send fresh download links to it."
    >
      <FindPurchaseForm onSent={setSentTo} />
    </AccountFrame>
  )
}
