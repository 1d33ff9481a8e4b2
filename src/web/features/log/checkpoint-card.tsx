import { useQuery } from '@tanstack/react-query'
import { formatMoment } from '#shared/core/format-day.ts'
import type { LogCheckpoint } from '#shared/log/contract.ts'
import { reasonOf } from '../../lib/api.ts'
import { Copyable } from '../../ui/data/copyable.tsx'
import { DataList } from '../../ui/data/data-list.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonText } from '../../ui/feedback/skeleton.tsx'
import { Card, CardBody, CardFooter, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { checkpointQuery } from './queries.ts'

const LINK =
  'inline-flex min-h-6 items-center rounded-sm text-fg text-sm underline decoration-line-strong underline-offset-4 hover:decoration-current'

/** The newest signed checkpoint, and the files that programs read. */
export function CheckpointCard() {
  const { data, error, isFetching, refetch } = useQuery(checkpointQuery())
  return (
    <Card>
      <CardHeader>
        <CardTitle as="h2">Newest checkpoint</CardTitle>
      </CardHeader>
      <CardBody className="pb-2 sm:pb-3">
        {data ? (
          <Facts checkpoint={data} />
        ) : data === null ? (
          <p className="pb-3 text-muted text-sm">The log is empty, so there is nothing to sign yet.</p>
        ) : error ? (
          <ErrorState
            bare
            title="The checkpoint could not be loaded"
            text={reasonOf(error, 'The shop did not answer. Try again in a moment.')}
            onRetry={refetch}
            retrying={isFetching}
          />
        ) : (
          <SkeletonText lines={4} className="pb-4" />
        )}
      </CardBody>
      <CardFooter className="gap-x-5 gap-y-1 py-3">
        <a href="/log/checkpoint" className={LINK}>
          Signed checkpoint
        </a>
        <a href="/log/vkey" className={LINK}>
          Public key of the log
        </a>
      </CardFooter>
    </Card>
  )
}

function Facts({ checkpoint: { size, root, signedAt } }: { checkpoint: LogCheckpoint }) {
  return (
    <DataList
      rows={[
        { term: 'Entries', value: <span className="tabular-nums">{size}</span> },
        { term: 'Root hash', value: <Copyable label="root hash" value={root} ends={8} /> },
        { term: 'Signed', value: <time dateTime={signedAt}>{formatMoment(signedAt)}</time> },
      ]}
      className="-mt-3"
    />
  )
}
