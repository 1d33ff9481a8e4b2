import { useQuery } from '@tanstack/react-query'
import { ArrowRight, History } from 'lucide-react'
import type { ChangelogEntry } from '#shared/catalogue/contract.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { RelativeTime } from '../../../ui/data/relative-time.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Card, CardHeader, CardTitle } from '../../../ui/layout/card.tsx'
import { LATEST_SHOWN, latestReleasesQuery } from './latest-releases-query.ts'

/**
 * The shop's newest releases. Without releases or on an error, a sentence of the same height, because the list is
 * optional.
 */
export function LatestUpdates() {
  const { data, isPending } = useQuery(latestReleasesQuery())
  return (
    <Card>
      <CardHeader className="flex-row items-center justify-between gap-4 pb-4">
        <CardTitle as="h2">Latest Updates</CardTitle>
        <Button asChild variant="ghost" size="sm" className="-my-1 -mr-2">
          <AppLink to="/changelog">
            Changelog
            <ArrowRight aria-hidden="true" />
          </AppLink>
        </Button>
      </CardHeader>
      <div className="h-57 border-line border-t">
        {isPending ? <Waiting /> : data?.length ? <Releases releases={data} /> : <Silence />}
      </div>
    </Card>
  )
}

const rowStyles = 'flex h-19 flex-col justify-center px-5 sm:px-6'

function Releases({ releases }: { releases: readonly ChangelogEntry[] }) {
  return (
    <ul className="divide-y divide-line">
      {releases.map(({ product, version, publishedAt, changelog }) => (
        <li key={`${product.id} ${version}`} className={rowStyles}>
          <div className="flex items-baseline gap-2 text-sm">
            <AppLink
              to={`/products/${product.slug}`}
              className="truncate rounded-sm font-medium text-fg underline-offset-4 hover:underline"
            >
              {product.name}
            </AppLink>
            <span className="shrink-0 font-mono text-subtle text-xs">v{version}</span>
            <RelativeTime dense value={publishedAt} className="ml-auto shrink-0 text-subtle text-xs" />
          </div>
          <p className="mt-1 truncate text-muted text-sm">{changelog}</p>
        </li>
      ))}
    </ul>
  )
}

function Waiting() {
  return (
    <div className="divide-y divide-line">
      {Array.from({ length: LATEST_SHOWN }, (_, row) => (
        <div key={row} className={rowStyles}>
          <Skeleton className="h-3.5 w-48 max-w-full" />
          <Skeleton className="mt-3 h-3 w-4/5" />
        </div>
      ))}
    </div>
  )
}

const Silence = () => (
  <EmptyState
    bare
    icon={<History />}
    title="Scripts are kept up to date"
    text="Every new version is listed in the changelog with what changed."
    className="h-full justify-center py-0"
  />
)
