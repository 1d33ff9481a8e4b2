import { useInfiniteQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { SECURITY_KINDS, SECURITY_LABELS, type SecurityKind } from '#shared/core/security-kinds.ts'
import type { SecurityEventView } from '#shared/security/contract.ts'
import { Button } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { adminPath } from '../shell/admin-path.ts'
import { type Column, ListCard } from '../ui/list-card.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { useAddressFilter } from '../ui/use-address-filter.ts'
import { eventsQuery } from './security-queries.ts'

const ALL = 'all'
const OPTIONS = [
  { value: ALL, label: 'Every kind' },
  ...SECURITY_KINDS.map((kind) => ({ value: kind, label: SECURITY_LABELS[kind] })),
]

const COLUMNS: Column<SecurityEventView>[] = [
  {
    head: 'What',
    main: true,
    cell: ({ kind, detail, route, count, others }) => (
      <>
        <p>
          {SECURITY_LABELS[kind]}
          {count > 1 ? ` × ${count}` : ''}
        </p>
        <p className="font-normal text-muted text-xs [overflow-wrap:anywhere]">
          {detail ? `${detail} · ` : ''}
          <span className="font-mono">{route}</span>
        </p>
        {others > 0 ? (
          <p className="font-normal text-muted text-xs">and {others} from other networks in this hour</p>
        ) : null}
      </>
    ),
  },
  {
    head: 'Who',
    cell: ({ user, name }) => {
      if (user)
        return (
          <TextLink className="md:inline-block md:min-w-24" to={adminPath('users', { user: user.id })}>
            {user.username ?? `#${user.id}`}
          </TextLink>
        )
      return name ? <span>Unknown name {name.slice(0, 8)}</span> : <span>Nobody logged in</span>
    },
  },
  {
    head: 'From',
    cell: ({ network }) =>
      network ? <span className="break-all font-mono text-xs">{network}</span> : <span>Unknown</span>,
  },
  { head: 'Last', cell: ({ lastAt }) => <RelativeTime dense value={lastAt} /> },
  {
    head: 'Request',
    cell: ({ requestId }) => <span className="break-all font-mono text-xs">{requestId ?? '–'}</span>,
  },
]

/** The latest refusals: those of one kind, account and network within one hour are one row. */
export function RefusalList() {
  const { get, set } = useAddressFilter()
  const kind = SECURITY_KINDS.find((one) => one === get('kind'))
  const change = (next: string) => set({ kind: next === ALL ? '' : next })
  return (
    <ListCard
      title="Latest refusals"
      description="Refusals of one account and network within an hour are one row. Kept for 90 days."
      filters={
        <Select
          aria-label="Kind"
          className="w-auto min-w-52"
          options={OPTIONS}
          value={kind ?? ALL}
          onValueChange={change}
        />
      }
      query={useInfiniteQuery(eventsQuery(kind))}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      noun="refusals"
      empty={emptyOf(kind, () => change(ALL))}
    />
  )
}

function emptyOf(kind: SecurityKind | undefined, all: () => void) {
  const icon = <ShieldCheck />
  if (kind === undefined) return { icon, title: 'Nothing was refused' }
  return {
    icon,
    title: `${SECURITY_LABELS[kind]}: none`,
    action: <Button onClick={all}>Show every kind</Button>,
  }
}
