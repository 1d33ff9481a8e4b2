import { useInfiniteQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { LIMITS_IN_WORDS } from '#shared/core/download-limits.ts'
import type { MyDownload } from '#shared/downloads/contract.ts'
import { reasonOf } from '../../../lib/api.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Card, CardDescription, CardFooter, CardHeader, CardTitle } from '../../../ui/layout/card.tsx'
import { SupportLink } from '../../contact/support-link.tsx'
import { PurchaseRowsSkeleton } from '../rows-skeleton.tsx'
import { DownloadRow } from './download-row.tsx'
import { downloadsQuery } from './queries.ts'

const LINK = 'rounded-sm text-fg underline decoration-line-strong underline-offset-4 hover:decoration-current'

/** When, which version, and from which network the account's files were downloaded. */
export function DownloadsCard() {
  const query = useInfiniteQuery(downloadsQuery())
  const downloads = query.data?.pages.flatMap(({ data }) => data)
  return (
    <Card id="downloads" className="scroll-mt-20">
      <CardHeader className="pb-4">
        <CardTitle as="h2">Downloads</CardTitle>
        <CardDescription>
          In your account and by your emailed links, with the network they came from. One was not yours?{' '}
          <AppLink to="/dashboard?tab=profile" className={LINK}>
            Change your password
          </AppLink>
          : that ends every link and every other login. Then write to{' '}
          <SupportLink subject="A download that was not mine" />.
        </CardDescription>
      </CardHeader>
      {query.isPending ? <PurchaseRowsSkeleton /> : null}
      {query.error ? (
        <ErrorState
          bare
          title="Your downloads could not be loaded"
          text={reasonOf(query.error, 'An unexpected error occurred')}
          onRetry={() => (downloads ? query.fetchNextPage() : query.refetch())}
          retrying={query.isFetching}
        />
      ) : null}
      {downloads ? <Rows downloads={downloads} /> : null}
      <CardFooter className="flex-wrap justify-between gap-3 py-2">
        {query.hasNextPage && !query.error ? (
          <Button
            variant="ghost"
            size="sm"
            busy={query.isFetchingNextPage}
            onClick={() => query.fetchNextPage()}
            className="-ml-3"
          >
            Show more
          </Button>
        ) : null}
        <p className="py-1.5 text-muted text-xs">
          Limit against sharing: {LIMITS_IN_WORDS}.{' '}
          <AppLink to="/licence#downloads" className={LINK}>
            How it works
          </AppLink>
        </p>
      </CardFooter>
    </Card>
  )
}

function Rows({ downloads }: { downloads: MyDownload[] }) {
  if (downloads.length === 0) {
    return (
      <EmptyState
        bare
        icon={<Download />}
        title="No downloads yet."
        text="Each download of your files is listed here, with its time and network."
      />
    )
  }
  return (
    <ul aria-label="Downloads" className="divide-y divide-line border-line border-t">
      {downloads.map((download) => (
        <DownloadRow key={download.id} download={download} />
      ))}
    </ul>
  )
}
