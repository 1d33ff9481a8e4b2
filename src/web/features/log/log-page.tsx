import { useInfiniteQuery } from '@tanstack/react-query'
import { FileSearch, ScrollText } from 'lucide-react'
import { hashPrefixSchema } from '#shared/log/contract.ts'
import { reasonOf } from '../../lib/api.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { useSearchParams } from '../../lib/router/router-context.ts'
import { Button } from '../../ui/button.tsx'
import { LoadMore } from '../../ui/data/load-more.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import { CheckpointCard } from './checkpoint-card.tsx'
import { EntriesSkeleton } from './entries-skeleton.tsx'
import { EntryList } from './entry-list.tsx'
import { HashSearch } from './hash-search.tsx'
import { entriesQuery } from './queries.ts'

const NO_ANSWER = 'The shop did not answer. Try again in a moment.'
const LINK = 'rounded-sm text-fg underline decoration-line-strong underline-offset-4 hover:decoration-current'

/** The public log of releases for people. Programs read it below /log/. */
export default function LogPage() {
  const hash = useSearchParams()[0].get('hash') ?? ''
  const error = hash === '' ? undefined : hashPrefixSchema.safeParse(hash).error?.issues[0]?.message
  return (
    <Container className="min-h-[calc(100dvh-4rem)] pt-10 pb-section sm:pt-14">
      <h1 className="font-semibold text-3xl text-fg sm:text-4xl">Public log</h1>
      <p className="mt-3 max-w-copy text-lg text-muted">
        Every release that was published, withdrawn or recalled here since the log began, and every change of
        a key that may sign releases. Entries are added at the end and never changed or removed.
      </p>
      <div className="mt-10 grid gap-x-12 gap-y-10 border-line border-t pt-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        {/* On narrow screens, the answer to a search comes first. */}
        {hash === '' ? <AboutLog /> : null}
        <div className="min-w-0 lg:col-start-1 lg:row-start-1">
          <HashSearch hash={hash} error={error} />
          <section aria-labelledby="entries" className="mt-10">
            <h2 id="entries" className="mb-6 break-words font-semibold text-fg text-xl">
              {error === undefined ? titleOf(hash) : 'Entries'}
            </h2>
            {error === undefined ? <Entries key={hash} hash={hash} /> : <NoSearch />}
          </section>
        </div>
        {hash === '' ? null : <AboutLog />}
      </div>
    </Container>
  )
}

function titleOf(hash: string): string {
  const prefix = hash.trim()
  if (prefix === '') return 'All entries, newest first'
  return prefix.length === 64 ? 'Entries about this file' : `Entries about files that begin with ${prefix}`
}

const AboutLog = () => (
  <div className="flex min-w-0 flex-col gap-10 lg:col-start-2 lg:row-start-1">
    <CheckpointCard />
    <Trust />
  </div>
)

function Trust() {
  return (
    <section aria-labelledby="trust" className="text-muted text-sm">
      <h2 id="trust" className="font-semibold text-base text-fg">
        Why you can rely on it
      </h2>
      <p className="mt-3">
        A checkpoint is the number of entries and one hash over all of them, the root, signed with the key of
        the log. A changed or removed entry gives another root.
      </p>
      <p className="mt-3">
        So keep a checkpoint, or compare it with someone else’s: the log must continue it. If it does not,
        entries were changed, or you are shown another log than others. With its option --kept,{' '}
        <a href="/verify.py" download className={LINK}>
          verify.py
        </a>{' '}
        does this for you.
      </p>
      <p className="mt-3">
        <AppLink to="/verify" className={LINK}>
          Check a file
        </AppLink>{' '}
        compares a download with the whole log. The log shows who published a file and when. It does not show
        that the file is harmless.
      </p>
    </section>
  )
}

function Entries({ hash }: { hash: string }) {
  const { data, error, isFetching, isFetchNextPageError, ...query } = useInfiniteQuery(entriesQuery(hash))
  const entries = data?.pages.flatMap((page) => page.data)
  if (entries === undefined)
    return error ? (
      <ErrorState
        title="The entries could not be loaded"
        text={reasonOf(error, NO_ANSWER)}
        onRetry={query.refetch}
        retrying={isFetching}
      />
    ) : (
      <EntriesSkeleton />
    )
  if (entries.length === 0) return hash === '' ? <EmptyLog /> : <NothingFound hash={hash} />
  return (
    <>
      <EntryList entries={entries} />
      <VisuallyHidden role="status">{`${entries.length} ${entries.length === 1 ? 'entry' : 'entries'} shown`}</VisuallyHidden>
      {query.hasNextPage ? (
        <LoadMore
          failedTitle="Older entries could not be loaded"
          failure={isFetchNextPageError ? reasonOf(error, NO_ANSWER) : null}
          isLoading={query.isFetchingNextPage}
          onLoad={query.fetchNextPage}
        />
      ) : hash === '' ? null : (
        <div className="border-line border-t pt-6">
          <AllEntries />
        </div>
      )}
    </>
  )
}

const AllEntries = () => (
  <Button asChild>
    <AppLink to="/log">Show all entries</AppLink>
  </Button>
)

const NoSearch = () => (
  <EmptyState
    icon={<FileSearch />}
    title="This is not a SHA-256"
    text="Correct it above, or look at all entries."
    action={<AllEntries />}
  />
)

const EmptyLog = () => (
  <EmptyState
    icon={<ScrollText />}
    title="No entries yet"
    text="The first release that is published here begins the log."
  />
)

function NothingFound({ hash }: { hash: string }) {
  return (
    <div role="status">
      <EmptyState
        icon={<FileSearch />}
        title="No entry is about such a file"
        text={
          hash.trim().length === 64
            ? 'No release with this SHA-256 was published here since the log began. If you got the file as a release of this shop, do not run it, and tell us.'
            : 'No release in the log has a SHA-256 that begins like this. Compare the digits with those of your file.'
        }
        action={
          <>
            <AllEntries />
            <Button asChild variant="ghost">
              <AppLink to="/verify">Check a file</AppLink>
            </Button>
          </>
        }
      />
    </div>
  )
}
