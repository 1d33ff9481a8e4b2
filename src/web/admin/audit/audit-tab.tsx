import { useInfiniteQuery } from '@tanstack/react-query'
import { History, ListFilter } from 'lucide-react'
import type { AuditEntry } from '#shared/audit/contract.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ExportButton } from '../ui/export-button.tsx'
import { type Column, ListCard } from '../ui/list-card.tsx'
import { useAddressFilter } from '../ui/use-address-filter.ts'
import { AuditChange } from './audit-change.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { sayAction, sayVia, subjectPath } from './audit-labels.ts'
import { auditQuery } from './audit-queries.ts'

/** The audit log: the actor, action, subject, time and origin of each entry. */
export default function AuditTab() {
  const { get, set } = useAddressFilter()
  const [subject, actor, action] = [get('subject'), get('actor'), get('action')]
  // If the address has several filters, the narrowest applies.
  const filter = subject ? { subject } : actor ? { actor } : action ? { action } : {}
  const query = useInfiniteQuery(auditQuery(filter))
  const only = (change: Record<string, string>) => set({ actor: '', action: '', subject: '', ...change })
  const first = query.data?.pages[0]?.data[0]
  return (
    <ListCard
      title="Audit log"
      description="Every admin action that changes something has an entry. Nobody can change or delete an entry."
      actions={
        <>
          <Button size="sm" busy={query.isFetching && !query.isPending} onClick={() => query.refetch()}>
            Refresh
          </Button>
          <ExportButton of="audit" narrowed={Object.keys(filter).length > 0} />
        </>
      }
      filters={<AuditFilters who={first?.actor?.username ?? `#${actor}`} />}
      query={query}
      columns={columnsOf(only)}
      keyOf={({ id }) => id}
      noun="audit log"
      empty={emptyOf(filter, () => only({}))}
    />
  )
}

function columnsOf(only: (change: Record<string, string>) => void): Column<AuditEntry>[] {
  return [
    {
      head: 'What',
      main: true,
      cell: ({ action, subject }) => (
        <>
          <p>{sayAction(action)}</p>
          <Subject subject={subject} onlyThis={() => only({ subject })} />
        </>
      ),
    },
    {
      head: 'Who',
      cell: ({ actor, via, ip }) => (
        <span className="min-w-0 max-md:text-right md:inline-block md:min-w-24">
          {via ? <span className="block">{sayVia(via)}</span> : null}
          {actor ? (
            <Button
              variant="link"
              size="sm"
              className="max-w-48 whitespace-normal text-left [overflow-wrap:anywhere]"
              onClick={() => only({ actor: String(actor.id) })}
            >
              {actor.username ?? `#${actor.id}`}
            </Button>
          ) : (
            'The shop'
          )}
          {ip ? <span className="block break-all font-mono text-subtle text-xs">from {ip}</span> : null}
        </span>
      ),
    },
    { head: 'When', cell: ({ createdAt }) => <RelativeTime dense value={createdAt} /> },
    {
      head: 'Before → after',
      className: 'md:w-1/2 max-md:flex-col max-md:gap-1',
      cell: ({ before, after }) => <AuditChange before={before} after={after} />,
    },
  ]
}

function Subject({ subject, onlyThis }: { subject: string; onlyThis: () => void }) {
  const path = subjectPath(subject)
  return (
    <span className="flex min-w-0 items-center gap-1 font-mono font-normal text-xs md:min-w-44">
      {path ? (
        <Button
          asChild
          variant="link"
          size="sm"
          className="min-w-0 shrink whitespace-normal text-left text-xs [overflow-wrap:anywhere]"
        >
          <AppLink to={path}>{subject}</AppLink>
        </Button>
      ) : (
        <span className="min-w-0 text-muted [overflow-wrap:anywhere]">{subject}</span>
      )}
      <IconButton
        size="sm"
        label={`Everything about ${subject}`}
        icon={<ListFilter aria-hidden="true" />}
        onClick={onlyThis}
      />
    </span>
  )
}

function emptyOf(filter: { subject?: string; actor?: string; action?: string }, all: () => void) {
  const icon = <History />
  if (Object.keys(filter).length === 0)
    return { icon, title: 'No entries yet', text: 'Every change that an admin makes is listed here.' }
  return {
    icon,
    title: filter.subject ? `No entries about ${filter.subject}` : 'No matching entries',
    text: filter.subject ? 'Enter a kind and a number, for example payment:41 or user:7.' : undefined,
    action: <Button onClick={all}>Show everything</Button>,
  }
}
