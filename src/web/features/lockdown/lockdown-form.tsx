import { LEASE_NOTE, type LockdownCounts } from '#shared/lockdown/contract.ts'
import { ConfirmWithPassword } from '../accounts/confirm-with-password.tsx'
import { useLockDown } from './use-lock-down.ts'

export type LockdownFormProps = {
  /** Undefined while they are not known. */
  counts: LockdownCounts | undefined
  onCancel: () => void
  onDone: () => void
}

/** The consequences, with the numbers that apply now, and the password as the confirmation. */
export function LockdownForm({ counts, onCancel, onDone }: LockdownFormProps) {
  const { mutate, isPending, error } = useLockDown(onDone)
  return (
    <ConfirmWithPassword
      label="Lock down your account"
      consequences={consequencesOf(counts)}
      submitLabel="Lock Down Account"
      busyText="Locking down..."
      unknown="We do not know whether your account was locked down. Load this page again: if you are logged out, or this lockdown is listed here, it was. If not, try again."
      busy={isPending}
      error={error}
      onSubmit={mutate}
      onCancel={onCancel}
    />
  )
}

const consequencesOf = (counts: LockdownCounts | undefined) => [
  {
    term: withCount('Licence keys', counts?.licences),
    text: 'Every licence gets a new key, and the old one is refused at once. Your scripts need the new keys.',
  },
  {
    term: withCount('Registered devices', counts?.devices),
    text: `All are released. ${LEASE_NOTE}`,
  },
  {
    term: withCount('Other logins', counts?.sessions),
    text: 'Every other device is logged out. This browser stays logged in, with a new session.',
  },
  {
    term: 'Links in our emails',
    text: 'Download links that we mailed, links to reset the password or confirm an address, and a pending change of your address end.',
  },
  {
    term: 'Unchanged',
    text: 'Your purchases, subscriptions, password and email address. Nothing is charged or refunded.',
  },
]

const withCount = (term: string, count: number | undefined) =>
  count === undefined ? term : `${term}: ${count}`
