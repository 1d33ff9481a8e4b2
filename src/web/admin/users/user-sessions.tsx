import { Monitor } from 'lucide-react'
import { useState } from 'react'
import type { SessionView } from '#shared/accounts/contract.ts'
import type { UserDetail } from '#shared/users/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/data/badge.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { useUserMutation } from './use-user-mutation.ts'
import { endUserSessions } from './users-queries.ts'

const FAILED = 'Nobody was logged out'

export function UserSessions({ user: { account, sessions } }: { user: UserDetail }) {
  const [asking, setAsking] = useState(false)
  const all = useUserMutation(() => endUserSessions(account.id), {
    failed: FAILED,
    onDone: () => setAsking(false),
  })
  return (
    <Card>
      <CardHeader className="pb-4 sm:flex-row sm:items-start sm:justify-between">
        <div>
          <CardTitle as="h3">Sessions</CardTitle>
          <CardDescription>Where this account is logged in.</CardDescription>
        </div>
        {sessions.length > 0 ? <Button onClick={() => setAsking(true)}>End all sessions</Button> : null}
      </CardHeader>
      {sessions.length === 0 ? (
        <EmptyState
          bare
          className="border-line border-t"
          icon={<Monitor />}
          title="Not logged in anywhere."
        />
      ) : (
        <ul className="divide-y divide-line border-line border-t">
          {sessions.map((session) => (
            <SessionLine key={session.id} userId={account.id} session={session} />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={account.isYou ? 'Log out your other devices?' : `Log ${account.username} out everywhere?`}
        description={
          account.isYou
            ? 'Every device except this one is logged out at once, open pages included.'
            : 'Every device is logged out at once, open pages included. They can log in again with their password.'
        }
        confirmLabel="End all sessions"
        busy={all.isPending}
        onConfirm={() => all.mutate()}
      />
    </Card>
  )
}

function SessionLine({ userId, session }: { userId: number; session: SessionView }) {
  const { id, device, ip, createdAt, lastSeenAt, current } = session
  const end = useUserMutation(() => endUserSessions(userId, id), { failed: FAILED })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-3.5 sm:px-6">
      <div className="min-w-0 flex-1 basis-60 text-sm">
        <p className="flex flex-wrap items-center gap-2 font-medium text-fg">
          {device}
          {current ? <Badge tone="accent">This device</Badge> : null}
        </p>
        <p className="mt-0.5 text-muted text-xs">
          <span className="font-mono">{ip ?? 'unknown address'}</span> · since{' '}
          <RelativeTime dense value={createdAt} /> · last seen <RelativeTime dense value={lastSeenAt} />
        </p>
      </div>
      {current ? null : (
        <Button
          size="sm"
          busy={end.isPending}
          onClick={() => end.mutate()}
          aria-label={`End the session on ${device}`}
        >
          End
        </Button>
      )}
    </li>
  )
}
