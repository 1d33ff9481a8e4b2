import { History } from 'lucide-react'
import type { CustomerDetail, CustomerHistoryEntry } from '../../../worker/features/customers/contract.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { sayAction } from '../audit/audit-labels.ts'
import { AdminLink } from '../shell/admin-link.tsx'
import { adminPath } from '../shell/admin-path.ts'
import { type Column, ListCard } from '../ui/list-card.tsx'
import { historyOf } from './customers-queries.ts'
import { useCustomerList } from './use-customer-list.ts'

export const CustomerHistory = ({ customer }: { customer: CustomerDetail }) => (
  <ListCard
    title="History"
    description="What was done to this account, as the audit log has it."
    noun="history"
    query={useCustomerList(historyOf(customer))}
    columns={COLUMNS}
    keyOf={({ id }) => id}
    empty={{ icon: <History />, title: 'Nothing was done to this account.' }}
  />
)

const ACTION_LABELS: Record<string, string> = {
  'user.deactivate': 'Deactivated',
  'user.activate': 'Activated',
  'user.delete': 'Deleted by an admin',
  'account.delete': 'Deleted by its owner',
  'user.end-sessions': 'Sessions ended',
  'user.resend-verification': 'Verification sent again',
  'user.give-access': 'Access given by hand',
  'user.revoke-access': 'Access revoked',
  'user.promote': 'Promoted to admin',
  'user.demote': 'Demoted to customer',
  'user.note': 'Note added',
  'user.note-delete': 'Note deleted',
  'elevate-permissions': 'Made an admin with the key',
}

/** The log's JSON as `isAdmin: false, state: active`. */
function inWords(json: string): string {
  const value: unknown = JSON.parse(json)
  if (typeof value !== 'object' || value === null) return String(value)
  const facts = Object.entries(value).filter(([, fact]) => fact !== null)
  return facts
    .map(([name, fact]) => `${name}: ${typeof fact === 'object' ? JSON.stringify(fact) : fact}`)
    .join(', ')
}

const COLUMNS: Column<CustomerHistoryEntry>[] = [
  {
    head: 'What',
    main: true,
    cell: ({ action, before, after }) => (
      <>
        {ACTION_LABELS[action] ?? sayAction(action)}
        {before === null && after === null ? null : (
          <span className="mt-0.5 block break-words font-normal text-muted text-xs">
            {before === null ? null : `${inWords(before)} → `}
            {after === null ? null : inWords(after)}
          </span>
        )}
      </>
    ),
  },
  {
    head: 'Who',
    cell: ({ actor }) =>
      actor === null ? (
        'the shop'
      ) : (
        <AdminLink to={adminPath('users', { user: actor.id })}>{actor.username ?? `#${actor.id}`}</AdminLink>
      ),
  },
  { head: 'From', cell: ({ ip }) => <span className="font-mono text-xs">{ip ?? 'unknown'}</span> },
  { head: 'When', cell: ({ at }) => <RelativeTime dense value={at} /> },
]
