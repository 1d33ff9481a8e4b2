import { useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import type { SensitiveAct } from '#shared/security/contract.ts'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { sayAction, sayVia, subjectPath } from '../audit/audit-labels.ts'
import { adminPath } from '../shell/admin-path.ts'
import { type Column, ListCard } from '../ui/list-card.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { actsQuery } from './security-queries.ts'

const COLUMNS: Column<SensitiveAct>[] = [
  {
    head: 'What',
    main: true,
    cell: ({ action, subject }) => (
      <>
        <p>{sayAction(action)}</p>
        <Subject subject={subject} />
      </>
    ),
  },
  {
    head: 'Who',
    cell: ({ actor, via }) => (
      <span className="min-w-0 max-md:text-right">
        {via ? <span className="block">{sayVia(via)}</span> : null}
        {actor ? (
          <TextLink to={adminPath('audit', { actor: actor.id })}>{actor.username ?? `#${actor.id}`}</TextLink>
        ) : (
          'The shop'
        )}
      </span>
    ),
  },
  {
    head: 'From',
    cell: ({ ip }) => (ip ? <span className="break-all font-mono text-xs">{ip}</span> : <span>Unknown</span>),
  },
  { head: 'When', cell: ({ createdAt }) => <RelativeTime dense value={createdAt} /> },
]

/** Actions from the audit log that a thief of an admin's account would take. */
export const SensitiveActs = () => (
  <ListCard
    title="Sensitive actions"
    description={
      <>
        Publications, prices, refunds, exports, deletions, roles, emergency links and payouts. Everything else
        is in the <TextLink to={adminPath('audit')}>audit log</TextLink>.
      </>
    }
    query={useInfiniteQuery(actsQuery)}
    columns={COLUMNS}
    keyOf={({ id }) => id}
    noun="actions"
    empty={{ icon: <History />, title: 'No sensitive actions yet' }}
  />
)

function Subject({ subject }: { subject: string }) {
  const path = subjectPath(subject)
  return (
    <span className="font-mono font-normal text-xs [overflow-wrap:anywhere]">
      {path ? <TextLink to={path}>{subject}</TextLink> : <span className="text-muted">{subject}</span>}
    </span>
  )
}
