import { useQuery } from '@tanstack/react-query'
import type { LoggedEntry } from '#shared/log/contract.ts'
import { ApiError, reasonOf } from '../../lib/api.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { useParams } from '../../lib/router/router-context.ts'
import { Button } from '../../ui/button.tsx'
import { DataList } from '../../ui/data/data-list.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton, SkeletonText } from '../../ui/feedback/skeleton.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import { factsOf } from './entry-facts.tsx'
import { EntryProof } from './entry-proof.tsx'
import { EntrySentence } from './entry-sentence.tsx'
import { LoggedText } from './logged-text.tsx'
import { entryQuery } from './queries.ts'
import { hashIn, readEntry } from './read-entry.ts'

/** One entry of the public log: its facts, its text as it is logged, and its proof. */
export default function EntryPage() {
  const { index = '' } = useParams()
  const { data, error, isFetching, refetch } = useQuery(entryQuery(index))
  const isMissing = error instanceof ApiError && error.status === 404
  return (
    <Container className="min-h-[calc(100dvh-4rem)] pt-6 pb-section sm:pt-8">
      <p>
        <AppLink
          to="/log"
          className="inline-flex min-h-6 items-center rounded-sm text-muted text-sm hover:text-fg hover:underline"
        >
          Public log
        </AppLink>
      </p>
      <h1 className="mt-4 font-semibold text-3xl text-fg sm:text-4xl">
        {isMissing ? 'There is no such entry' : `Log entry ${index}`}
      </h1>
      {data ? (
        <Entry logged={data} />
      ) : isMissing ? (
        <NoSuchEntry />
      ) : error ? (
        <ErrorState
          className="mt-8 max-w-3xl"
          title="This entry could not be loaded"
          text={reasonOf(error, 'The shop did not answer. Try again in a moment.')}
          onRetry={refetch}
          retrying={isFetching}
        />
      ) : (
        <Loading />
      )}
    </Container>
  )
}

function Entry({ logged }: { logged: LoggedEntry }) {
  const entry = readEntry(logged.text)
  const sha256 = hashIn(entry)
  return (
    <>
      <p className="mt-3 max-w-copy break-words text-lg text-muted">
        <EntrySentence entry={entry} />
      </p>
      <div className="mt-8 max-w-3xl">
        <DataList align="start" rows={factsOf(logged, entry)} className="border-line border-y" />
        {sha256 === null ? null : (
          <p className="mt-5">
            <Button asChild>
              <AppLink to={`/log?hash=${sha256}`}>All entries about this file</AppLink>
            </Button>
          </p>
        )}
        <LoggedText text={logged.text} entry={entry} />
        <EntryProof index={logged.index} entry={entry} />
      </div>
    </>
  )
}

const Loading = () => (
  <div aria-busy="true" className="mt-4 max-w-3xl">
    <VisuallyHidden role="status">Loading the entry</VisuallyHidden>
    <Skeleton className="h-5 w-80 max-w-full" />
    <SkeletonText lines={8} className="mt-10" />
  </div>
)

const NoSuchEntry = () => (
  <>
    <p className="mt-4 max-w-prose text-lg text-muted">
      The log is shorter than that, or there is a typo in the address. Entries are numbered from 0.
    </p>
    <Button asChild variant="primary" className="mt-8">
      <AppLink to="/log">Show all entries</AppLink>
    </Button>
  </>
)
