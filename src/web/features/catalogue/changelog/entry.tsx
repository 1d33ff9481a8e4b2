import type { ChangelogEntry as Entry } from '#shared/catalogue/contract.ts'
import { formatDay } from '#shared/core/format-day.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { ProductCover } from '../../../ui/data/product-cover.tsx'
import { ProductLink } from '../product-link.tsx'

export function ChangelogEntry({ entry }: { entry: Entry }) {
  const { product, version, publishedAt, changelog, newerBeta, isSecurityUpdate } = entry
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-1 sm:grid-cols-[7.5rem_minmax(0,1fr)]">
      <time dateTime={publishedAt} className="text-muted text-sm leading-6.5">
        {formatDay(publishedAt)}
      </time>
      <div className="relative min-w-0 pl-18">
        <ProductCover
          slug={product.slug}
          name={product.name}
          imageUrl={product.imageUrl}
          className="absolute top-1 left-0 w-14 rounded-md"
        />
        <h3 className="flex flex-wrap items-baseline gap-x-2.5 font-medium text-fg">
          <ProductLink
            slug={product.slug}
            className="wrap-anywhere rounded-sm decoration-line-strong underline-offset-4 hover:underline"
          >
            {product.name}
          </ProductLink>
          <span className="font-mono font-normal text-muted text-sm">v{version}</span>
          {isSecurityUpdate ? <Badge tone="info">Security update</Badge> : null}
        </h3>
        <p className="mt-1 max-w-copy whitespace-pre-line wrap-anywhere text-muted">
          {changelog || 'No notes for this release.'}
        </p>
        {newerBeta === null ? null : (
          <p className="mt-1 text-subtle text-sm">
            Version {newerBeta} is a beta version, for owners who choose it in their dashboard.
          </p>
        )}
      </div>
    </li>
  )
}
