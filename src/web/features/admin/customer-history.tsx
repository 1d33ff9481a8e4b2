import { useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import type { CustomerDeed, CustomerDetail } from '../../../worker/features/customers/contract.ts'
import { AppLink } from '../../app/app-link.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { adminPath } from './admin-path.ts'
import { historyOf } from './customers-queries.ts'
import { type Column, ListCard } from './list-card.tsx'

export const CustomerHistory = ({ customer }: { customer: CustomerDetail }) => (
  <ListCard
    title="History"
    description="What was done to this account, as the audit log has it."
    noun="history"
    query={useInfiniteQuery(historyOf(customer))}
    columns={COLUMNS}
    keyOf={({ id }) => id}
    empty={{ icon: <History />, title: 'Nothing was done to this account.' }}
  />
)

const DEEDS: Record<string, string> = {
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

const COLUMNS: Column<CustomerDeed>[] = [
  {
    head: 'What',
    main: true,
    cell: ({ action, before, after }) => (
      <>
        {DEEDS[action] ?? action}
        {before === null && after === null ? null : (
          <span className="mt-0.5 block break-all font-mono font-normal text-muted text-xs">
            {before === null ? null : `${before} → `}
            {after}
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
        <AppLink className="underline" to={adminPath('users', { user: actor.id })}>
          {actor.username ?? `#${actor.id}`}
        </AppLink>
      ),
  },
  { head: 'From', cell: ({ ip }) => <span className="font-mono text-xs">{ip ?? 'unknown'}</span> },
  { head: 'When', cell: ({ at }) => <RelativeTime dense value={at} /> },
]
