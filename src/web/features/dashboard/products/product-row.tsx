import { BookOpen, Check, ChevronDown, ReceiptText } from 'lucide-react'
import { useId, useState } from 'react'
import type { MyProduct } from '#shared/access/contract.ts'
import { invoicePath } from '#shared/core/order-reference.ts'
import { productAnchor } from '#shared/notifications/link-rules.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { Copyable } from '../../../ui/data/copyable.tsx'
import { ProductCover } from '../../../ui/data/product-cover.tsx'
import { fileFacts } from '../../catalogue/file-facts.ts'
import { securityPromise } from '../../catalogue/security-promise.ts'
import { LicenceButton } from '../../licences/licence-button.tsx'
import { hasSteps, RunSteps } from '../../run-steps/run-steps.tsx'
import { DownloadButton } from '../download-button.tsx'
import { keptLine } from './access-line.ts'
import { AccessText } from './access-text.tsx'
import { BetaSwitch } from './beta-switch.tsx'
import { EmailScriptButton } from './email-script-button.tsx'
import { VersionsMenu } from './versions-menu.tsx'

const FEATURES = 3

type ProductRowProps = { product: MyProduct; isOnly: boolean }

/**
 * A product that the account may open, with everything that one does with it. The download has the accent in the only row,
 * and where it is new: a list of accents would emphasize nothing.
 */
export function ProductRow({ product, isOnly }: ProductRowProps) {
  const { id, slug, name, imageUrl, fileName } = product
  const kept = keptLine(product, Date.now())
  return (
    <li
      id={productAnchor(id)}
      tabIndex={-1}
      className="scroll-mt-20 px-5 py-5 outline-none focus:bg-surface-2 sm:px-6"
    >
      <div className="flex flex-col gap-x-6 gap-y-4 sm:flex-row">
        <div className="flex min-w-0 flex-1 gap-4">
          <ProductCover
            slug={slug}
            name={name}
            imageUrl={imageUrl}
            className="w-16 shrink-0 self-start sm:w-24"
          />
          <div className="min-w-0 flex-1">
            <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <h2 className="wrap-anywhere min-w-0 font-semibold text-fg">
                <AppLink to={`/products/${slug}`} className="rounded-sm hover:underline">
                  {name}
                </AppLink>
              </h2>
              {product.isNew ? <Badge tone="accent">New since your download</Badge> : null}
              {product.isBeta ? <Badge>Beta version</Badge> : null}
            </div>
            <FileLine product={product} />
            <p className="mt-1.5 text-fg text-sm">
              <AccessText product={product} inRow />
              {kept ? <span className="mt-0.5 block text-muted">{kept}</span> : null}
            </p>
          </div>
        </div>
        <div className={cn('flex shrink-0 gap-2 sm:w-44 sm:flex-col', fileName === null && 'sm:items-end')}>
          <DownloadButton
            product={product}
            variant={isOnly || product.isNew ? 'primary' : 'secondary'}
            className="flex-1 px-3 sm:flex-none"
          />
          {fileName === null ? null : (
            <EmailScriptButton productId={id} productName={name} className="flex-1 px-3 sm:flex-none" />
          )}
        </div>
      </div>
      <Features features={product.features} />
      <Tools product={product} />
    </li>
  )
}

/** "v1.2.0 · 18.2 KB · Released 3 Nov 2026", and the version that was downloaded last where it is older. */
function FileLine({ product }: { product: MyProduct }) {
  const facts = fileFacts(product)
  if (product.isNew && product.downloadedVersion) facts.push(`you have v${product.downloadedVersion}`)
  return <p className="wrap-anywhere mt-1 text-subtle text-xs tabular-nums">{facts.join(' · ')}</p>
}

function Features({ features }: Pick<MyProduct, 'features'>) {
  const more = features.length - FEATURES
  return (
    <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-muted text-xs sm:pl-28">
      {features.slice(0, FEATURES).map((feature) => (
        <li key={feature} className="flex min-w-0 gap-1.5">
          <Check aria-hidden="true" className="mt-px size-3.5 shrink-0 text-subtle" />
          <span className="wrap-anywhere min-w-0">{feature}</span>
        </li>
      ))}
      {more > 0 ? (
        <li className="text-subtle">
          + {more} more {more === 1 ? 'feature' : 'features'}
        </li>
      ) : null}
    </ul>
  )
}

function Tools({ product }: { product: MyProduct }) {
  const [open, setOpen] = useState<Panel | null>(null)
  const panelId = useId()
  const file = runnable(product)
  const toggle = (panel: Panel) => ({
    open: open === panel,
    controls: `${panelId}-${panel}`,
    name: product.name,
    onToggle: () => setOpen(open === panel ? null : panel),
  })
  const promise = securityPromise(product.securityUpdatesUntil, Date.now())
  return (
    <div className="mt-2 sm:pl-28">
      <div className="-ml-3 grid grid-cols-2 justify-items-start gap-x-1 sm:flex sm:flex-wrap">
        {hasSteps(file) ? <Toggle {...toggle('run')}>How to run it</Toggle> : null}
        <LicenceButton product={product} />
        {product.fileName === null ? null : (
          <Button asChild size="sm" variant="ghost">
            <AppLink to={`/products/${product.slug}#readme`} aria-label={`README: ${product.name}`}>
              <BookOpen aria-hidden="true" />
              README
            </AppLink>
          </Button>
        )}
        <VersionsMenu product={product} />
        {product.orderReference ? (
          <Button asChild size="sm" variant="ghost">
            <AppLink to={invoicePath(product.orderReference)} aria-label={`Receipt: ${product.name}`}>
              <ReceiptText aria-hidden="true" />
              Receipt
            </AppLink>
          </Button>
        ) : null}
        <Toggle {...toggle('details')}>Details</Toggle>
      </div>
      {hasSteps(file) ? (
        <div id={`${panelId}-run`} hidden={open !== 'run'} className="mt-2 rounded-lg border border-line p-4">
          <RunSteps file={file} />
        </div>
      ) : null}
      <div
        id={`${panelId}-details`}
        hidden={open !== 'details'}
        className="mt-2 rounded-lg border border-line p-4"
      >
        <p className="text-muted text-sm">
          <span className="text-fg">{promise.title}.</span> {promise.text}
        </p>
        {product.sha256 ? (
          <p className="mt-3 flex flex-wrap items-center gap-2 text-muted text-sm">
            SHA-256 <Copyable label="SHA-256" value={product.sha256} ends={8} className="text-xs" />
          </p>
        ) : null}
        <div className="mt-4 border-line border-t pt-4">
          <BetaSwitch product={product} />
        </div>
      </div>
    </div>
  )
}

type Panel = 'run' | 'details'
type ToggleProps = {
  open: boolean
  controls: string
  name: string
  children: string
  onToggle: () => void
}

function Toggle({ open, controls, name, children, onToggle }: ToggleProps) {
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-expanded={open}
      aria-controls={controls}
      aria-label={`${children}: ${name}`}
      onClick={onToggle}
    >
      <ChevronDown aria-hidden="true" className={cn('transition-transform', open && 'rotate-180')} />
      {children}
    </Button>
  )
}

/** The current file as its run steps need it. */
const runnable = ({ fileName, sha256, isLogged, run }: MyProduct) =>
  fileName !== null && sha256 !== null ? { name: fileName, sha256, isLogged, run } : null
