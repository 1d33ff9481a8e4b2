import { useInfiniteQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import type { StaffFactors as Member } from '#shared/security/contract.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { adminPath } from '../shell/admin-path.ts'
import { type Column, ListCard } from '../ui/list-card.tsx'
import { ROLE_LABELS } from '../ui/role-labels.ts'
import { TextLink } from '../ui/text-link.tsx'
import { staffFactorsQuery } from './security-queries.ts'

const COLUMNS: Column<Member>[] = [
  {
    head: 'Who',
    main: true,
    cell: ({ id, username, role }) => (
      <span className="inline-flex min-w-0 max-w-full flex-wrap items-center gap-x-2 gap-y-1">
        <TextLink to={adminPath('users', { user: id })}>{username}</TextLink>
        {role ? <Badge>{ROLE_LABELS[role].name}</Badge> : null}
      </span>
    ),
  },
  { head: 'State', cell: (member) => <State {...member} /> },
  { head: 'Passkeys', end: true, cell: ({ passkeys }) => <span className="font-mono">{passkeys}</span> },
  { head: 'App', cell: ({ app }) => (app ? 'Yes' : 'No') },
  {
    head: 'Recovery codes left',
    end: true,
    cell: ({ codesLeft }) => <span className="font-mono">{codesLeft}</span>,
  },
]

/** The second factors of each member of staff. */
export const StaffFactors = () => (
  <ListCard
    title="Second factors of the staff"
    description="A member of staff without one is the easiest way into the shop."
    query={useInfiniteQuery(staffFactorsQuery)}
    columns={COLUMNS}
    keyOf={({ id }) => id}
    noun="members of staff"
    empty={{ icon: <KeyRound />, title: 'There are no members of staff' }}
  />
)

function State({ passkeys, app, codesLeft }: Member) {
  if (passkeys === 0 && !app) return <Badge tone="danger">None</Badge>
  if (codesLeft < 3)
    return <Badge tone="warning">{codesLeft === 0 ? 'No recovery codes' : 'Few recovery codes'}</Badge>
  return <Badge tone="success">Set up</Badge>
}
