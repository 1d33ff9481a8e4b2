import { useInfiniteQuery } from '@tanstack/react-query'
import { History, Rss } from 'lucide-react'
import { reasonOf } from '../../../lib/api.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { LoadMore } from '../../../ui/data/load-more.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Container } from '../../../ui/layout/container.tsx'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx'
import { releasesQuery } from '../queries.ts'
import { ChangelogList } from './list.tsx'
import { ChangelogSkeleton } from './skeleton.tsx'

const NO_ANSWER = 'The shop did not answer. Try again in a moment.'

export default function ChangelogPage() {
  const { data, error, isFetching, isFetchNextPageError, ...query } = useInfiniteQuery(releasesQuery())
  const entries = data?.pages.flatMap((page) => page.data)
  return (
    <Container className="min-h-[calc(100dvh-4rem)] pt-10 pb-section sm:pt-14">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5 border-line border-b pb-8">
        <div>
          <h1 className="font-semibold text-3xl text-fg sm:text-4xl">Changelog</h1>
          <p className="mt-3 max-w-copy text-lg text-muted">Every release of every script, newest first.</p>
        </div>
        <Button asChild>
          <a href="/api/releases/feed.xml" type="application/atom+xml">
            <Rss aria-hidden="true" />
            Follow by feed
          </a>
        </Button>
      </div>
      <div className="mt-10">
        {entries ? (
          <>
            {entries.length === 0 ? <NoReleases /> : <ChangelogList entries={entries} />}
            <VisuallyHidden role="status">{`${entries.length} ${entries.length === 1 ? 'release' : 'releases'} shown`}</VisuallyHidden>
            {query.hasNextPage ? (
              <LoadMore
                failedTitle="Older releases could not be loaded"
                failure={isFetchNextPageError ? reasonOf(error, NO_ANSWER) : null}
                isLoading={query.isFetchingNextPage}
                onLoad={query.fetchNextPage}
              />
            ) : null}
          </>
        ) : error ? (
          <ErrorState
            title="The changelog could not be loaded"
            text={reasonOf(error, NO_ANSWER)}
            onRetry={query.refetch}
            retrying={isFetching}
          />
        ) : (
          <ChangelogSkeleton />
        )}
      </div>
    </Container>
  )
}

function NoReleases() {
  return (
    <EmptyState
      icon={<History />}
      title="No releases yet"
      text="New releases are listed here, with what changed."
      action={
        <Button asChild>
          <AppLink to="/products">See the scripts</AppLink>
        </Button>
      }
    />
  )
}
