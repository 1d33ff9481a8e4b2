import { History } from 'lucide-react'
import type { UserDetail, UserHistoryEntry } from '#shared/users/contract.ts'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { sayAction, sayVia } from '../audit/audit-labels.ts'
import { adminPath } from '../shell/admin-path.ts'
import { type Column, ListCard } from '../ui/list-card.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { useListOfAccount } from './use-list-of-account.ts'
import { historyOf } from './users-queries.ts'

export const UserHistory = ({ user }: { user: UserDetail }) => (
  <ListCard
    title="History"
    description="Every entry about this account in the audit log."
    noun="history"
    query={useListOfAccount(historyOf(user))}
    columns={COLUMNS}
    keyOf={({ id }) => id}
    empty={{ icon: <History />, title: 'No entries about this account.' }}
  />
)

/** Formats the log's JSON as `isAdmin: false, state: active`. */
function asText(json: string): string {
  const value: unknown = JSON.parse(json)
  if (typeof value !== 'object' || value === null) return String(value)
  const facts = Object.entries(value).filter(([, fact]) => fact !== null)
  return facts
    .map(([name, fact]) => `${name}: ${typeof fact === 'object' ? JSON.stringify(fact) : fact}`)
    .join(', ')
}

const COLUMNS: Column<UserHistoryEntry>[] = [
  {
    head: 'What',
    main: true,
    cell: ({ action, before, after }) => (
      <>
        {sayAction(action)}
        {before === null && after === null ? null : (
          <span className="mt-0.5 block break-words font-normal text-muted text-xs">
            {before === null ? null : `${asText(before)} → `}
            {after === null ? null : asText(after)}
          </span>
        )}
      </>
    ),
  },
  {
    head: 'Who',
    cell: ({ actor, via }) => (
      <>
        {via ? <span className="block">{sayVia(via)}</span> : null}
        {actor === null ? (
          'The shop'
        ) : (
          <TextLink to={adminPath('users', { user: actor.id })}>{actor.username ?? `#${actor.id}`}</TextLink>
        )}
      </>
    ),
  },
  { head: 'From', cell: ({ ip }) => <span className="font-mono text-xs">{ip ?? 'unknown'}</span> },
  { head: 'When', cell: ({ at }) => <RelativeTime dense value={at} /> },
]
