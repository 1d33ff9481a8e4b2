import { readId } from '../ui/detail-address.ts'
import { useAddressFilter } from '../ui/use-address-filter.ts'
import { UserView } from './user-view.tsx'
import { UsersList } from './users-list.tsx'

export default function UsersTab() {
  const { get } = useAddressFilter()
  const id = readId(get('user'))
  return id !== null ? <UserView key={id} id={id} /> : <UsersList />
}
