import type { ProductDetail, Release } from '#shared/catalogue/contract.ts'
import { formatDay } from '#shared/core/format-day.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { Copyable } from '../../../ui/data/copyable.tsx'
import { DetailSection } from './detail-section.tsx'

export type VersionHistoryProps = {
  releases: readonly Release[]
  releaseCount: number
  /** A beta version that is newer than the first of `releases`. */
  beta: ProductDetail['beta']
}

export function VersionHistory({ releases, releaseCount, beta }: VersionHistoryProps) {
  return (
    <DetailSection title="Versions" aside={releaseCount > 1 ? `${releaseCount} releases` : undefined}>
      {beta ? (
        <p className="mb-6 text-muted text-sm">
          Version {beta.version} has been a beta version since {formatDay(beta.publishedAt)}. Owners who chose
          beta versions in their dashboard get it.
        </p>
      ) : null}
      <ol className="flex flex-col gap-7">
        {releases.map(
          ({ version, publishedAt, changelog, fileSize, sha256, logIndex, isSecurityUpdate }, index) => (
            <li
              key={version}
              className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-1.5 sm:grid-cols-[9rem_minmax(0,1fr)]"
            >
              <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 sm:flex-col sm:items-start">
                <h3 className="flex flex-wrap items-center gap-2 font-medium font-mono text-fg text-sm">
                  v{version}
                  {index === 0 ? <Badge tone="success">Current</Badge> : null}
                  {isSecurityUpdate ? <Badge tone="info">Security update</Badge> : null}
                </h3>
                <p className="text-muted text-sm">
                  <time dateTime={publishedAt}>{formatDay(publishedAt)}</time>
                </p>
              </div>
              <div className="min-w-0">
                <p className="max-w-copy whitespace-pre-line wrap-anywhere text-fg">
                  {changelog || 'No notes for this release.'}
                </p>
                <p className="mt-1 flex flex-wrap items-center gap-x-3 font-mono text-subtle text-xs">
                  {formatBytes(fileSize)}
                  <span className="flex items-center gap-2">
                    SHA-256{' '}
                    <Copyable
                      label={`SHA-256 of version ${version}`}
                      value={sha256}
                      ends={6}
                      className="text-xs"
                    />
                  </span>
                  {logIndex === null ? null : (
                    <AppLink
                      to={`/log/entry/${logIndex}`}
                      className="rounded-sm underline decoration-line-strong underline-offset-4 hover:decoration-current"
                    >
                      Log entry {logIndex}
                    </AppLink>
                  )}
                </p>
              </div>
            </li>
          ),
        )}
      </ol>
      {releaseCount > releases.length ? (
        <p className="mt-6 text-muted text-sm">
          The newest {releases.length} of {releaseCount} releases are shown.
        </p>
      ) : null}
    </DetailSection>
  )
}
