import { CustomerView } from './customer-view.tsx'
import { useAddressFilter } from './use-address-filter.ts'
import { UsersList } from './users-list.tsx'

export default function UsersTab() {
  const { get } = useAddressFilter()
  const id = Number(get('user'))
  return Number.isSafeInteger(id) && id > 0 ? <CustomerView key={id} id={id} /> : <UsersList />
}
