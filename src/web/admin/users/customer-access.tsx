import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { formatDay } from '../../../worker/core/format-day.ts'
import type { CustomerDetail, CustomerGrant } from '../../../worker/features/customers/contract.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { AdminLink } from '../shell/admin-link.tsx'
import { adminPath } from '../shell/admin-path.ts'
import { type Column, ListCard } from '../ui/list-card.tsx'
import { grantsOf, revokeAccess } from './customers-queries.ts'
import { GiveAccessDialog } from './give-access-dialog.tsx'
import { useCustomerList } from './use-customer-list.ts'
import { useCustomerMutation } from './use-customer-mutation.ts'

/** What opens what, with licences and devices; what was given by hand is taken back here. */
export function CustomerAccess({ customer }: { customer: CustomerDetail }) {
  const { account } = customer
  const [giving, setGiving] = useState(false)
  const [revoking, setRevoking] = useState<CustomerGrant | null>(null)
  const give =
    account.state === 'active' ? <Button onClick={() => setGiving(true)}>Give access</Button> : null
  return (
    <>
      <ListCard
        title="Access"
        description="Each with its licence and the devices that run with it."
        noun="accesses"
        actions={give}
        query={useCustomerList(grantsOf(customer))}
        columns={[...COLUMNS, actionsColumn(setRevoking)]}
        keyOf={({ id }) => id}
        empty={{ icon: <KeyRound />, title: 'Nothing is open to this user.' }}
      />
      {giving ? <GiveAccessDialog customer={account} onClose={() => setGiving(false)} /> : null}
      {revoking ? (
        <RevokeDialog customer={account} grant={revoking} onClose={() => setRevoking(null)} />
      ) : null}
    </>
  )
}

const WAYS: Record<CustomerGrant['accessType'], string> = {
  purchase: 'Purchase',
  subscription: 'Subscription',
  admin: 'By hand',
  free: 'Gift',
}

const ENDED: Record<CustomerGrant['status'], { label: string; tone: BadgeTone }> = {
  active: { label: 'Over', tone: 'neutral' },
  revoked: { label: 'Revoked', tone: 'neutral' },
  refunded: { label: 'Refunded', tone: 'neutral' },
  disputed: { label: 'Disputed', tone: 'warning' },
}

function StandingBadge({ grant: { isOpen, status } }: { grant: CustomerGrant }) {
  if (isOpen) return <Badge tone="success">Open</Badge>
  return <Badge tone={ENDED[status].tone}>{ENDED[status].label}</Badge>
}

const COLUMNS: Column<CustomerGrant>[] = [
  {
    head: 'Product',
    main: true,
    cell: (grant) => (
      <>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {grant.product.name}
          <StandingBadge grant={grant} />
        </span>
        {grant.notes ? (
          <span className="block break-words font-normal text-muted text-xs">{grant.notes}</span>
        ) : null}
      </>
    ),
  },
  {
    head: 'By',
    cell: ({ accessType, paymentId }) =>
      paymentId === null ? (
        WAYS[accessType]
      ) : (
        <AdminLink to={adminPath('orders', { order: paymentId })}>
          {WAYS[accessType]}, order #{paymentId}
        </AdminLink>
      ),
  },
  { head: 'Since', cell: ({ givenAt }) => <RelativeTime dense value={givenAt} /> },
  { head: 'Until', cell: ({ expiresAt }) => (expiresAt === null ? 'No end' : formatDay(expiresAt)) },
  { head: 'Licence', cell: ({ licence }) => (licence === null ? 'none' : <LicenceCell licence={licence} />) },
]

function LicenceCell({ licence }: { licence: NonNullable<CustomerGrant['licence']> }) {
  const { suffix, status, devices, deviceLimit } = licence
  return (
    <span className="min-w-0 text-right md:text-left">
      <span className="font-mono text-xs">…{suffix}</span> · {status} · {devices.length} of {deviceLimit}{' '}
      devices
      {devices.map(({ id, suffix: sign, network, lastSeenAt }) => (
        <span key={id} className="block text-xs">
          <span className="font-mono">…{sign}</span> at <span className="font-mono">{network}</span>,{' '}
          <RelativeTime dense value={lastSeenAt} />
        </span>
      ))}
    </span>
  )
}

const actionsColumn = (onRevoke: (grant: CustomerGrant) => void): Column<CustomerGrant> => ({
  head: 'Actions',
  actions: true,
  cell: (grant) =>
    grant.isRevocable ? (
      <Button size="sm" aria-label={`Revoke ${grant.product.name}`} onClick={() => onRevoke(grant)}>
        Revoke
      </Button>
    ) : null,
})

type RevokeProps = { customer: CustomerDetail['account']; grant: CustomerGrant; onClose: () => void }

function RevokeDialog({ customer, grant, onClose }: RevokeProps) {
  const { mutate, isPending } = useCustomerMutation(() => revokeAccess(customer.id, grant.id), {
    failed: 'The access was not revoked',
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Revoke ${grant.product.name}?`}
      description={`What this access opens to ${customer.username} closes at once: files, mailed links and the licence with its devices. Their open pages are told. What they paid for stays.`}
      confirmLabel="Revoke access"
      busy={isPending}
      onConfirm={() => mutate()}
    />
  )
}
