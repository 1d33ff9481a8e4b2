import { useInfiniteQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import type { PublisherKey } from '#shared/publishers/contract.ts'
import { Badge, type BadgeTone } from '../../ui/data/badge.tsx'
import { Copyable } from '../../ui/data/copyable.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { type Column, ListCard } from '../ui/list-card.tsx'
import { AddKeyButton } from './add-key.tsx'
import { KeyActions } from './key-actions.tsx'
import { publisherKeysQuery } from './publishers-queries.ts'

const STATES: Record<PublisherKey['state'], { tone: BadgeTone; label: string }> = {
  pending: { tone: 'info', label: 'Not active yet' },
  active: { tone: 'success', label: 'Active' },
  ending: { tone: 'warning', label: 'Ends soon' },
  removed: { tone: 'neutral', label: 'Removed' },
}

const WHEN: Record<PublisherKey['state'], string> = {
  pending: 'from',
  active: 'since',
  ending: 'until',
  removed: 'until',
}

const COLUMNS: Column<PublisherKey>[] = [
  {
    head: 'Key of',
    main: true,
    cell: ({ name, state }) => (
      <span className="inline-flex min-w-0 max-w-full flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="min-w-0 break-words">{name}</span>
        <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
      </span>
    ),
  },
  {
    head: 'Fingerprint',
    cell: ({ fingerprint }) => <Copyable value={fingerprint} label="fingerprint" ends={12} />,
  },
  { head: 'Added by', cell: ({ addedBy }) => addedBy ?? 'Unknown' },
  {
    head: 'Valid',
    cell: ({ state, activeFrom, activeUntil }) => (
      <span>
        {`${WHEN[state]} `}
        <RelativeTime dense value={activeUntil ?? activeFrom} />
      </span>
    ),
  },
  { head: 'Actions', actions: true, cell: (key) => <KeyActions publisherKey={key} /> },
]

/** The keys that may sign releases. */
export default function PublishersTab() {
  return (
    <ListCard
      title="Publisher keys"
      description="A release is published only with a signature by one of these keys. The shop has their public halves only."
      actions={<AddKeyButton />}
      query={useInfiniteQuery(publisherKeysQuery)}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      noun="keys"
      empty={{
        icon: <KeyRound aria-hidden="true" />,
        title: 'No publisher keys',
        text: 'Add one, then sign releases with it.',
      }}
    />
  )
}
