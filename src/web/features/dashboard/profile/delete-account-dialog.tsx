import { Dialog, DialogContent } from '../../../ui/overlays/dialog.tsx'
import { ConfirmWithPassword } from '../../accounts/confirm-with-password.tsx'
import { useDeleteAccount } from './use-delete-account.ts'

export type DeleteAccountDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

export function DeleteAccountDialog({ open, onOpenChange }: DeleteAccountDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title="Delete your account?"
        description="Your account is deleted at once. This cannot be undone."
      >
        <DeleteAccountForm onCancel={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  )
}

function DeleteAccountForm({ onCancel }: { onCancel: () => void }) {
  const { submit, busy, error } = useDeleteAccount()
  return (
    <ConfirmWithPassword
      label="Delete your account"
      consequences={consequences}
      submitLabel="Delete Account"
      busyText="Deleting..."
      unknown="Your account could not be deleted"
      busy={busy}
      error={error}
      onSubmit={submit}
      onCancel={onCancel}
    />
  )
}

const consequences = [
  {
    term: 'Downloads end',
    text: 'Your files, the links in your emails and your licences stop working. Save what you need first.',
  },
  {
    term: 'Subscriptions end now',
    text: 'You are not charged again. The current month is not refunded. Within the 7-day money-back guarantee, ask for a refund under Products before you delete your account.',
  },
  {
    term: 'Unpaid referral commission is lost',
    text: 'Your link stops earning. What was paid out stays yours.',
  },
  {
    term: 'Deleted',
    text: 'Username, email address, password, payout address, sessions, passkeys, authenticator app, recovery codes, preferences, notifications, what you wrote to us from your confirmed address, the IP address, network and browser of each download, your choices of beta versions and your confirmations of recalls. Your username and email can be used for a new account at once.',
  },
  {
    term: 'Kept',
    text: 'The record of each sale (product, amount, date, the payment provider’s reference), because bookkeeping law asks for it, without your name or email. What the payment provider reported to us is erased after at most 90 days; the provider keeps its own records.',
  },
]
