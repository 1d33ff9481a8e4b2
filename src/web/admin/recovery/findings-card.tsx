import { useInfiniteQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Finding } from '#shared/recovery/contract.ts'
import { FINDING_TITLES } from '#shared/recovery/rules.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { useLocation } from '../../lib/router/router-context.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/data/badge.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { Tabs, TabsList, TabsTrigger } from '../../ui/layout/tabs.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { type Column, ListCard } from '../ui/list-card.tsx'
import { useAddressFilter } from '../ui/use-address-filter.ts'
import { FindingDetails } from './finding-details.tsx'
import { describeSubject, FINDING_TEXTS, RESOLUTION_WORDS } from './finding-labels.ts'
import { findingsQuery } from './recovery-queries.ts'
import { useRepairFinding } from './use-repair-finding.ts'

/** The findings of the reconciliation, each with a button that repairs it. */
export function FindingsCard() {
  const { get, set } = useAddressFilter()
  const which = get('findings') === 'all' ? 'all' : 'open'
  const query = useInfiniteQuery(findingsQuery(which === 'open'))
  const { repair, busyId, advice, close, giveUp } = useRepairFinding()
  const card = useRef<HTMLDivElement>(null)
  const { hash } = useLocation()
  const { isPending } = query
  useEffect(() => {
    if (hash === '#findings' && !isPending) card.current?.scrollIntoView()
  }, [hash, isPending])
  const columns: Column<Finding>[] = [
    {
      head: 'Finding',
      main: true,
      cell: ({ kind, subject, details }) => (
        <>
          <p>
            {FINDING_TITLES[kind]} · <SubjectLink subject={subject} details={details} />
          </p>
          <p className="font-normal text-muted text-xs">{FINDING_TEXTS[kind]}</p>
          <FindingDetails details={details} />
        </>
      ),
    },
    {
      head: 'Found',
      className: 'md:whitespace-nowrap',
      cell: ({ foundAt }) => <RelativeTime dense value={foundAt} />,
    },
    {
      head: 'Status',
      className: 'md:whitespace-nowrap',
      cell: ({ resolvedAt, resolution }) =>
        resolvedAt === null ? (
          <Badge tone="warning" dot>
            Open
          </Badge>
        ) : (
          <Badge tone="success">{RESOLUTION_WORDS[resolution ?? ''] ?? 'Closed'}</Badge>
        ),
    },
    {
      head: 'Actions',
      actions: true,
      cell: ({ id, resolvedAt, subject, details }) =>
        resolvedAt === null ? (
          <Button
            size="sm"
            busy={busyId === id}
            onClick={() => repair(id)}
            aria-label={`Repair ${describeSubject(subject, details).name}`}
          >
            Repair
          </Button>
        ) : null,
    },
  ]
  return (
    <>
      <div ref={card} id="findings" className="scroll-mt-20">
        <ListCard
          title="Findings"
          description="Problems that the shop could not solve automatically. A repair checks the payment with its provider first, if there is one."
          actions={
            <Tabs value={which} onValueChange={(next) => set({ findings: next === 'open' ? '' : next })}>
              <TabsList label="Which findings" variant="segmented">
                <TabsTrigger value="open" aria-controls="findings">
                  Open
                </TabsTrigger>
                <TabsTrigger value="all" aria-controls="findings">
                  All
                </TabsTrigger>
              </TabsList>
            </Tabs>
          }
          query={query}
          columns={columns}
          keyOf={({ id }) => id}
          noun="findings"
          empty={{
            icon: <Scale />,
            title: which === 'open' ? 'Nothing is open' : 'No findings yet',
            text: which === 'open' ? 'There are no open findings.' : 'The shop has found no problem.',
          }}
        />
      </div>
      <ConfirmDialog
        open={advice !== null}
        onOpenChange={(open) => (open ? undefined : giveUp())}
        title="This needs your attention"
        description={advice?.text}
        confirmLabel="Close as done"
        cancelLabel="Leave it open"
        tone="primary"
        busy={busyId !== null}
        onConfirm={close}
      >
        <p className="text-muted text-sm">
          Close it only after you have solved it another way. It is recorded under your name. If the problem
          is still there, the next reconciliation that covers its day finds it again.
        </p>
      </ConfirmDialog>
    </>
  )
}

function SubjectLink({ subject, details }: Pick<Finding, 'subject' | 'details'>) {
  const { name, path } = describeSubject(subject, details)
  return path === null ? (
    <span className="break-all">{name}</span>
  ) : (
    <AppLink to={path} className="rounded-xs underline decoration-line-strong underline-offset-4">
      {name}
    </AppLink>
  )
}
