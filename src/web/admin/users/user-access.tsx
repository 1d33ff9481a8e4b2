import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { formatDay } from '#shared/core/format-day.ts'
import type { UserDetail, UserGrant } from '#shared/users/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, type BadgeTone } from '../../ui/data/badge.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { adminPath } from '../shell/admin-path.ts'
import { useMay } from '../ui/for-role.tsx'
import { type Column, ListCard } from '../ui/list-card.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { GiveAccessDialog } from './give-access-dialog.tsx'
import { useListOfAccount } from './use-list-of-account.ts'
import { useUserMutation } from './use-user-mutation.ts'
import { grantsOf, revokeAccess } from './users-queries.ts'

/** The grants of an account, with licences and devices. Access given by hand is revoked here. */
export function UserAccess({ user }: { user: UserDetail }) {
  const { account } = user
  const [giving, setGiving] = useState(false)
  const [revoking, setRevoking] = useState<UserGrant | null>(null)
  const manages = useMay()('manager')
  const give =
    account.state === 'active' && manages ? (
      <Button onClick={() => setGiving(true)}>Give access</Button>
    ) : null
  return (
    <>
      <ListCard
        title="Access"
        description="Every product that this account has or had, with its licence and its devices."
        noun="access list"
        actions={give}
        query={useListOfAccount(grantsOf(user))}
        columns={manages ? [...COLUMNS, actionsColumn(setRevoking)] : COLUMNS}
        keyOf={({ id }) => id}
        empty={{ icon: <KeyRound />, title: 'This user has no access to any product.' }}
      />
      {giving ? <GiveAccessDialog user={account} onClose={() => setGiving(false)} /> : null}
      {revoking ? <RevokeDialog user={account} grant={revoking} onClose={() => setRevoking(null)} /> : null}
    </>
  )
}

const WAYS: Record<UserGrant['accessType'], string> = {
  purchase: 'Purchase',
  subscription: 'Subscription',
  admin: 'By hand',
  free: 'Gift',
}

const ENDED: Record<UserGrant['status'], { label: string; tone: BadgeTone }> = {
  active: { label: 'Ended', tone: 'neutral' },
  revoked: { label: 'Revoked', tone: 'neutral' },
  refunded: { label: 'Refunded', tone: 'neutral' },
  disputed: { label: 'Disputed', tone: 'warning' },
}

function GrantBadge({ grant: { isOpen, status } }: { grant: UserGrant }) {
  if (isOpen) return <Badge tone="success">Open</Badge>
  return <Badge tone={ENDED[status].tone}>{ENDED[status].label}</Badge>
}

const COLUMNS: Column<UserGrant>[] = [
  {
    head: 'Product',
    main: true,
    cell: (grant) => (
      <>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {grant.product.name}
          <GrantBadge grant={grant} />
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
        <TextLink to={adminPath('orders', { order: paymentId })}>
          {WAYS[accessType]}, order #{paymentId}
        </TextLink>
      ),
  },
  { head: 'Since', cell: ({ givenAt }) => <RelativeTime dense value={givenAt} /> },
  { head: 'Until', cell: ({ expiresAt }) => (expiresAt === null ? 'No end' : formatDay(expiresAt)) },
  { head: 'Licence', cell: ({ licence }) => (licence === null ? 'none' : <LicenceCell licence={licence} />) },
]

function LicenceCell({ licence }: { licence: NonNullable<UserGrant['licence']> }) {
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

const actionsColumn = (onRevoke: (grant: UserGrant) => void): Column<UserGrant> => ({
  head: 'Actions',
  actions: true,
  cell: (grant) =>
    grant.isRevocable ? (
      <Button size="sm" aria-label={`Revoke ${grant.product.name}`} onClick={() => onRevoke(grant)}>
        Revoke
      </Button>
    ) : null,
})

type RevokeProps = { user: UserDetail['account']; grant: UserGrant; onClose: () => void }

function RevokeDialog({ user, grant, onClose }: RevokeProps) {
  const { mutate, isPending } = useUserMutation(() => revokeAccess(user.id, grant.id), {
    failed: 'The access was not revoked',
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Revoke ${grant.product.name}?`}
      description={`${user.username} loses this access at once: files, emailed links and the licence with its devices. Their open pages update. What they paid for stays.`}
      confirmLabel="Revoke access"
      busy={isPending}
      onConfirm={() => mutate()}
    />
  )
}
