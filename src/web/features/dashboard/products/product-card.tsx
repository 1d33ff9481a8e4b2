import { Check } from 'lucide-react'
import type { MyProduct } from '#shared/access/contract.ts'
import { formatDay } from '#shared/core/format-day.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { Copyable } from '../../../ui/data/copyable.tsx'
import { ProductCover } from '../../../ui/data/product-cover.tsx'
import { Card, CardTitle } from '../../../ui/layout/card.tsx'
import { fileFacts } from '../../catalogue/file-facts.ts'
import { securityPromise } from '../../catalogue/security-promise.ts'
import { LicenceButton } from '../../licences/licence-button.tsx'
import { DownloadButton } from '../download-button.tsx'
import { keptLine } from './access-line.ts'
import { AccessText } from './access-text.tsx'
import { BetaSwitch } from './beta-switch.tsx'
import { EmailScriptButton } from './email-script-button.tsx'
import { VersionsMenu } from './versions-menu.tsx'

const FEATURES = 3

export function ProductCard({ product }: { product: MyProduct }) {
  const { id, slug, name, imageUrl, features, sha256, releasedAt } = product
  const current = fileFacts({ ...product, releasedAt: null })
  const now = Date.now()
  const kept = keptLine(product, now)
  const promise = securityPromise(product.securityUpdatesUntil, now)
  const more = features.length - FEATURES
  return (
    <li className="flex min-w-0">
      <Card className="w-full min-w-0">
        <div className="flex flex-1 flex-col p-5">
          <div className="flex items-start gap-4">
            <ProductCover slug={slug} name={name} imageUrl={imageUrl} className="w-24 shrink-0" />
            <div className="min-w-0">
              <CardTitle as="h2" className="break-words">
                {name}
              </CardTitle>
              <p className="mt-1 font-mono text-subtle text-xs">{current.join(' · ')}</p>
              {product.isNew ? (
                <Badge tone="accent" className="mt-2">
                  New since your download
                </Badge>
              ) : null}
            </div>
          </div>
          <p className="mt-4 text-fg text-sm">
            <AccessText product={product} />
            {kept ? <span className="mt-0.5 block text-muted">{kept}</span> : null}
          </p>
          <ul className="mt-3 flex flex-col gap-2 text-muted text-sm">
            {features.slice(0, FEATURES).map((feature) => (
              <li key={feature} className="flex gap-2">
                <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-subtle" />
                <span className="min-w-0 break-words">{feature}</span>
              </li>
            ))}
            {more > 0 ? (
              <li className="pl-6 text-subtle">
                + {more} more {more === 1 ? 'feature' : 'features'}
              </li>
            ) : null}
          </ul>
          <p className="mt-4 text-muted text-sm">
            <span className="text-fg">{promise.title}.</span> {promise.text}
          </p>
          <div className="mt-auto pt-5">
            <div className="mb-4 border-line border-t pt-4">
              <BetaSwitch product={product} />
            </div>
            <div className="border-line border-t pt-4 font-mono text-subtle text-xs">
              {releasedAt ? (
                <p>
                  Released {formatDay(releasedAt)}
                  {product.isBeta ? ', beta version' : null}
                </p>
              ) : null}
              {sha256 ? (
                <p className="mt-1 flex items-center gap-2">
                  SHA-256 <Copyable label="SHA-256" value={sha256} ends={8} className="text-xs" />
                </p>
              ) : null}
            </div>
            {product.fileName === null ? (
              <DownloadButton product={product} />
            ) : (
              <div className="mt-4 flex flex-wrap gap-2">
                <DownloadButton product={product} className="flex-1 px-3" />
                <EmailScriptButton productId={id} productName={name} className="flex-1 px-3" />
              </div>
            )}
            <div className="mt-2 flex flex-wrap justify-center gap-x-2">
              <VersionsMenu product={product} />
              <LicenceButton product={product} />
            </div>
          </div>
        </div>
      </Card>
    </li>
  )
}
