import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useState } from 'react'
import type { Customer } from '../../../worker/features/customers/contract.ts'
import { AppLink } from '../../app/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { formatUsd } from '../../ui/format-usd.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Select } from '../../ui/select.tsx'
import { adminPath } from '../shell/admin-path.ts'
import { ExportButton } from '../ui/export-button.tsx'
import { type Column, ListCard } from '../ui/list-card.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { useAddressFilter } from '../ui/use-address-filter.ts'
import { CustomerMarks } from './customer-marks.tsx'
import { type CustomerFilter, customersQuery } from './customers-queries.ts'
import { DeleteCustomerDialog } from './delete-customer-dialog.tsx'

const SHOWN: Record<string, { label: string; filter: CustomerFilter }> = {
  all: { label: 'All users', filter: {} },
  admins: { label: 'Admins', filter: { role: 'admin' } },
  deactivated: { label: 'Deactivated', filter: { state: 'deactivated' } },
  deleted: { label: 'Deleted', filter: { state: 'deleted' } },
}
const OPTIONS = Object.entries(SHOWN).map(([value, { label }]) => ({ value, label }))

export function UsersList() {
  const { get, set } = useAddressFilter()
  const [leaving, setLeaving] = useState<Customer | null>(null)
  const show = SHOWN[get('show')] ? get('show') : 'all'
  const q = get('q')
  const query = useInfiniteQuery({
    ...customersQuery({ ...SHOWN[show]?.filter, ...(q && { q }) }),
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
            <SearchField label="Search by beginning of name or email, id or referral code" />
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
        columns={[...COLUMNS, actionsColumn(setLeaving)]}
        keyOf={({ id }) => id}
        empty={{
          icon: <Users />,
          title: 'No users found.',
          ...(isFiltered && {
            text: 'Names and addresses are compared from their beginning.',
            action: <Button onClick={() => set({ q: '', show: '' })}>Show all users</Button>,
          }),
        }}
      />
      {leaving ? <DeleteCustomerDialog customer={leaving} onClose={() => setLeaving(null)} /> : null}
    </>
  )
}

const COLUMNS: Column<Customer>[] = [
  {
    head: 'User',
    main: true,
    cell: (customer) => (
      <>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="[overflow-wrap:anywhere]">{customer.username}</span>
          <CustomerMarks customer={customer} />
        </span>
        <span className="block break-all font-normal text-muted text-xs">{customer.email}</span>
      </>
    ),
  },
  { head: 'Id', cell: ({ id }) => <span className="font-mono text-xs">#{id}</span> },
  { head: 'Registered', cell: ({ createdAt }) => <RelativeTime dense value={createdAt} /> },
  { head: 'Purchases', end: true, cell: ({ purchases }) => <span className="font-mono">{purchases}</span> },
  { head: 'Spent', end: true, cell: ({ spent }) => <span className="font-mono">{formatUsd(spent)}</span> },
]

const actionsColumn = (onDelete: (customer: Customer) => void): Column<Customer> => ({
  head: 'Actions',
  actions: true,
  cell: (customer) => (
    <span className="inline-flex gap-2">
      <Button size="sm" asChild>
        <AppLink to={adminPath('users', { user: customer.id })} aria-label={`View ${customer.username}`}>
          View
        </AppLink>
      </Button>
      {customer.state === 'deleted' || customer.isAdmin ? null : (
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Delete ${customer.username}`}
          onClick={() => onDelete(customer)}
        >
          Delete
        </Button>
      )}
    </span>
  ),
})
