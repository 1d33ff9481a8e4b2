import { useInfiniteQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { formatNumber } from '#shared/core/format-number.ts'
import { SECURITY_LABELS } from '#shared/core/security-kinds.ts'
import type { SecurityCount } from '#shared/security/contract.ts'
import { Button } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { type Column, ListCard } from '../ui/list-card.tsx'
import { useAddressFilter } from '../ui/use-address-filter.ts'
import { countsQuery } from './security-queries.ts'

/** How often the shop refused a call, by the kind of the refusal. A kind narrows the list below. */
export function RefusalCounts() {
  const { set } = useAddressFilter()
  const query = useInfiniteQuery(countsQuery)
  const columns: Column<SecurityCount>[] = [
    {
      head: 'Kind',
      main: true,
      cell: ({ kind }) => (
        <Button
          variant="link"
          size="sm"
          className="whitespace-normal text-left"
          onClick={() => set({ kind })}
        >
          {SECURITY_LABELS[kind]}
        </Button>
      ),
    },
    {
      head: '24 hours',
      end: true,
      cell: ({ day }) => <span className="font-mono">{formatNumber(day)}</span>,
    },
    {
      head: '7 days',
      end: true,
      cell: ({ week }) => <span className="font-mono">{formatNumber(week)}</span>,
    },
    { head: 'Last', cell: ({ lastAt }) => <RelativeTime dense value={lastAt} /> },
  ]
  return (
    <ListCard
      title="Refused calls"
      description="What the shop refused, in the last 24 hours and 7 days. Support gets a mail where it is far more than usual."
      actions={
        <Button size="sm" busy={query.isFetching && !query.isPending} onClick={() => query.refetch()}>
          Refresh
        </Button>
      }
      query={query}
      columns={columns}
      keyOf={({ kind }) => kind}
      noun="counts"
      empty={{
        icon: <ShieldCheck />,
        title: 'Nothing was refused in the last 7 days',
        text: 'Failed logins, wrong keys and refused admin calls are counted here.',
      }}
    />
  )
}
