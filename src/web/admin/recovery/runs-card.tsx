import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatDay } from '#shared/core/format-day.ts'
import { LOST_RUN, type Run } from '#shared/recovery/contract.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { type Column, ListCard } from '../ui/list-card.tsx'
import { FINDINGS, isRunning, PENDING, runsQuery } from './recovery-queries.ts'
import { StartRunForm } from './start-run-form.tsx'

/** A run that stopped is stored with its cause. The screen shows the next step. */
const messageFor = (error: string) =>
  error === LOST_RUN ? 'This run stopped before its end. Start a new reconciliation.' : error

const columns: Column<Run>[] = [
  {
    head: 'Run',
    main: true,
    cell: ({ id, actorId, lastError }) => (
      <>
        <p>
          <span className="font-mono">#{id}</span> {actorId === null ? 'nightly' : `by admin #${actorId}`}
        </p>
        {lastError ? (
          <p className="break-words font-normal text-danger text-xs">{messageFor(lastError)}</p>
        ) : null}
      </>
    ),
  },
  {
    head: 'Status',
    cell: (run) =>
      run.lastError === LOST_RUN ? (
        <Badge tone="danger">Failed</Badge>
      ) : run.finishedAt !== null ? (
        <Badge tone={run.lastError ? 'warning' : 'success'}>Finished</Badge>
      ) : isRunning(run) ? (
        <Badge tone="info" dot>
          Under way
        </Badge>
      ) : (
        <Badge tone="danger">Stopped</Badge>
      ),
  },
  { head: 'Started', cell: ({ startedAt }) => <RelativeTime dense value={startedAt} /> },
  { head: 'Payments since', cell: ({ since }) => formatDay(since) },
  { head: 'Checked', end: true, cell: ({ checked }) => <span className="font-mono">{checked}</span> },
  { head: 'Repaired', end: true, cell: ({ healed }) => <span className="font-mono">{healed}</span> },
  {
    head: 'Open findings',
    end: true,
    cell: ({ found, finishedAt, lastError }) => (
      <span className="font-mono">{finishedAt === null || lastError === LOST_RUN ? '–' : found}</span>
    ),
  },
]

/** Reconciliations: a form that starts one, and the progress of each. */
export function RunsCard() {
  const client = useQueryClient()
  const query = useInfiniteQuery(runsQuery())
  const going = query.data?.pages.some(({ data }) => data.some(isRunning)) ?? false

  // The findings and repairs of a run are known only after its end.
  const wasGoing = useRef(going)
  useEffect(() => {
    if (wasGoing.current && !going)
      for (const key of [FINDINGS, PENDING]) client.invalidateQueries({ queryKey: [key] })
    wasGoing.current = going
  }, [going, client])

  return (
    <ListCard
      title="Reconciliation"
      description="Compares the providers’ records with our payments, and the payments with the access they gave. It runs every night."
      filters={<StartRunForm />}
      query={query}
      columns={columns}
      keyOf={({ id }) => id}
      noun="reconciliations"
      empty={{
        icon: <Scale />,
        title: 'No reconciliation has run yet',
        text: 'The first one runs tonight. You can also start one now.',
      }}
    />
  )
}
