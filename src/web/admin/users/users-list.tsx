import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { formatUsd } from '#shared/core/money.ts'
import type { UserSummary } from '#shared/users/contract.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { adminPath } from '../shell/admin-path.ts'
import { ExportButton } from '../ui/export-button.tsx'
import { useMay } from '../ui/for-role.tsx'
import { type Column, ListCard } from '../ui/list-card.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { useAddressFilter } from '../ui/use-address-filter.ts'
import { DeleteUserDialog } from './delete-user-dialog.tsx'
import { UserMarks } from './user-marks.tsx'
import { type UserFilter, usersQuery } from './users-queries.ts'

const SHOWN: Record<string, { label: string; filter: UserFilter }> = {
  all: { label: 'All users', filter: {} },
  admins: { label: 'Admins', filter: { role: 'admin' } },
  deactivated: { label: 'Deactivated', filter: { state: 'deactivated' } },
  deleted: { label: 'Deleted', filter: { state: 'deleted' } },
}
const OPTIONS = Object.entries(SHOWN).map(([value, { label }]) => ({ value, label }))

export function UsersList() {
  const { get, set } = useAddressFilter()
  const may = useMay()
  const [leaving, setLeaving] = useState<UserSummary | null>(null)
  const show = SHOWN[get('show')] ? get('show') : 'all'
  const q = get('q')
  const query = useInfiniteQuery({
    ...usersQuery({ ...SHOWN[show]?.filter, ...(q && { q }) }),
    placeholderData: keepPreviousData,
  })
  const isFiltered = q !== '' || show !== 'all'
  return (
    <>
      <ListCard
        title="Users"
        noun="users"
        actions={<ExportButton of="users" narrowed={isFiltered} />}
        filters={
          <>
            <SearchField label="Beginning of a name or an email, or a whole ID or referral code" />
            <Select
              aria-label="Which users"
              options={OPTIONS}
              value={show}
              onValueChange={(next) => set({ show: next === 'all' ? '' : next })}
              className="w-40"
            />
          </>
        }
        query={query}
        columns={[...COLUMNS, actionsColumn(may('owner') ? setLeaving : null)]}
        keyOf={({ id }) => id}
        empty={{
          icon: <Users />,
          title: 'No users found.',
          ...(isFiltered && {
            text: q ? 'Search finds names and addresses by their beginning.' : 'No account is in this list.',
            action: <Button onClick={() => set({ q: '', show: '' })}>Show all users</Button>,
          }),
        }}
      />
      {leaving ? <DeleteUserDialog user={leaving} onClose={() => setLeaving(null)} /> : null}
    </>
  )
}

const COLUMNS: Column<UserSummary>[] = [
  {
    head: 'User',
    main: true,
    cell: (user) => (
      <span className="flex flex-col gap-x-2 xl:flex-row xl:flex-wrap xl:items-baseline">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="[overflow-wrap:anywhere]">{user.username}</span>
          <UserMarks user={user} />
        </span>
        <span className="break-all font-normal text-muted text-xs">{user.email}</span>
      </span>
    ),
  },
  { head: 'ID', cell: ({ id }) => <span className="font-mono text-xs">#{id}</span> },
  { head: 'Registered', cell: ({ createdAt }) => <RelativeTime dense value={createdAt} /> },
  { head: 'Purchases', end: true, cell: ({ purchases }) => <span className="font-mono">{purchases}</span> },
  { head: 'Spent', end: true, cell: ({ spent }) => <span className="tabular-nums">{formatUsd(spent)}</span> },
]

const actionsColumn = (onDelete: ((user: UserSummary) => void) | null): Column<UserSummary> => ({
  head: 'Actions',
  actions: true,
  cell: (user) => (
    <span className="inline-flex gap-2">
      <Button size="sm" asChild>
        <AppLink to={adminPath('users', { user: user.id })} aria-label={`View ${user.username}`}>
          View
        </AppLink>
      </Button>
      {user.state === 'deleted' || user.isAdmin || !onDelete ? null : (
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Delete ${user.username}`}
          onClick={() => onDelete(user)}
        >
          Delete
        </Button>
      )}
    </span>
  ),
})
