import { Monitor, Smartphone } from 'lucide-react'
import type { SessionView } from '#shared/accounts/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/data/badge.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import { endSession } from './queries.ts'
import { useEndSessions } from './use-end-sessions.ts'

export function SessionRow({ session }: { session: SessionView }) {
  const end = useEndSessions(endSession)
  const Icon = /iPhone|iPad|Android/.test(session.device) ? Smartphone : Monitor
  return (
    <li className="flex items-center gap-4 px-5 py-3.5 sm:px-6">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-subtle" />
      <div className="min-w-0 flex-1 text-sm">
        <p className="font-medium text-fg">{session.device}</p>
        <p className="text-muted text-xs">
          {session.ip ? <span className="font-mono">{session.ip} · </span> : null}
          {session.current ? 'Logged in ' : 'Last seen '}
          <RelativeTime dense value={session.current ? session.createdAt : session.lastSeenAt} />
        </p>
      </div>
      {session.current ? (
        <Badge tone="success">This device</Badge>
      ) : (
        <Button size="sm" variant="ghost" busy={end.isPending} onClick={() => end.mutate(session.id)}>
          Log out<VisuallyHidden> {session.device}</VisuallyHidden>
        </Button>
      )}
    </li>
  )
}
