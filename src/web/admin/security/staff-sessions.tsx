import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Monitor } from 'lucide-react'
import { useState } from 'react'
import type { StaffSession } from '#shared/security/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/data/badge.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { adminPath } from '../shell/admin-path.ts'
import { failureToast } from '../ui/failure-toast.ts'
import { type Column, ListCard } from '../ui/list-card.tsx'
import { ROLE_LABELS } from '../ui/role-labels.ts'
import { TextLink } from '../ui/text-link.tsx'
import { endUserSessions } from '../users/users-queries.ts'
import { SESSIONS_KEY, staffSessionsQuery } from './security-queries.ts'

const FACTORS: Record<NonNullable<StaffSession['factor']>, string> = {
  passkey: 'Passkey',
  app: 'Authenticator app',
  recovery_code: 'Recovery code',
}

/** The open sessions of the staff. Each can be ended, alone or with all others of its account. */
export function StaffSessions() {
  const [asking, setAsking] = useState<StaffSession['user'] | null>(null)
  const end = useEndSessions(() => setAsking(null))
  const columns: Column<StaffSession>[] = [
    {
      head: 'Who',
      main: true,
      cell: ({ user, current }) => (
        <span className="inline-flex min-w-0 max-w-full flex-wrap items-center gap-x-2 gap-y-1">
          <TextLink to={adminPath('users', { user: user.id })}>{user.username}</TextLink>
          {user.role ? <Badge>{ROLE_LABELS[user.role].name}</Badge> : null}
          {current ? <Badge tone="accent">This device</Badge> : null}
        </span>
      ),
    },
    {
      head: 'Where',
      cell: ({ device, ip }) => (
        <span className="min-w-0 max-md:text-right">
          {device}
          {ip ? (
            <span className="block break-all font-mono text-xs">{ip}</span>
          ) : (
            <span className="block text-xs">Unknown address</span>
          )}
        </span>
      ),
    },
    {
      head: 'Second factor',
      cell: ({ factor }) =>
        factor ? <span>{FACTORS[factor]}</span> : <Badge tone="warning">Password only</Badge>,
    },
    { head: 'Since', cell: ({ createdAt }) => <RelativeTime dense value={createdAt} /> },
    { head: 'Last seen', cell: ({ lastSeenAt }) => <RelativeTime dense value={lastSeenAt} /> },
    {
      head: 'Actions',
      actions: true,
      cell: ({ id, user, device, current }) => (
        <span className="inline-flex flex-wrap justify-end gap-2">
          {current ? null : (
            <Button
              size="sm"
              busy={end.isPending && end.variables.session === id}
              onClick={() => end.mutate({ userId: user.id, session: id })}
              aria-label={`End the session of ${user.username} on ${device}`}
            >
              End
            </Button>
          )}
          <Button
            size="sm"
            onClick={() => setAsking(user)}
            aria-label={`End all sessions of ${user.username}`}
          >
            End all
          </Button>
        </span>
      ),
    },
  ]
  return (
    <>
      <ListCard
        title="Sessions of the staff"
        description="Where owners, managers and support are logged in now."
        query={useInfiniteQuery(staffSessionsQuery)}
        columns={columns}
        keyOf={({ id }) => id}
        noun="sessions"
        empty={{ icon: <Monitor />, title: 'No member of staff is logged in' }}
      />
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={(open) => (open ? undefined : setAsking(null))}
        title={`End all sessions of ${asking?.username ?? ''}?`}
        description="Every device is logged out at once, open pages included. Only the device that you are using now stays logged in. They can log in again."
        confirmLabel="End all sessions"
        busy={end.isPending}
        onConfirm={() => asking && end.mutate({ userId: asking.id })}
      />
    </>
  )
}

function useEndSessions(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ userId, session }: { userId: number; session?: string }) =>
      endUserSessions(userId, session),
    onSuccess: async ({ message }) => {
      onDone()
      toast({ title: message, tone: 'success' })
      await client.invalidateQueries({ queryKey: SESSIONS_KEY })
    },
    onError: failureToast('Nobody was logged out'),
  })
}
