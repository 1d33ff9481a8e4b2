import { type ReactNode, useState } from 'react'
import type { OrderView } from '#shared/payments/contract.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { Button } from '../../ui/button.tsx'
import { Copyable } from '../../ui/data/copyable.tsx'
import { hasSteps, RunSteps } from '../run-steps/run-steps.tsx'

type Bundled = NonNullable<OrderView['bundle']>[number]

export type BundleFilesProps = {
  bundle: readonly Bundled[]
  /** The download button of a product that has a file. */
  download: (product: Bundled) => ReactNode
}

/** The products of a paid bundle: each with its download, its hash, and the steps to run it. */
export const BundleFiles = ({ bundle, download }: BundleFilesProps) => (
  <section aria-label="Your files">
    <h2 className="font-semibold text-fg text-lg">Your {bundle.length} scripts</h2>
    <ul className="mt-2 divide-y divide-line">
      {bundle.map((product) => (
        <BundleFile key={product.id} product={product} download={download} />
      ))}
    </ul>
  </section>
)

function BundleFile({ product, download }: { product: Bundled } & Pick<BundleFilesProps, 'download'>) {
  const { name, file } = product
  const [open, setOpen] = useState(false)
  return (
    <li className="py-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1">
          <p className="wrap-anywhere font-medium text-fg">{name}</p>
          {file ? (
            <p className="mt-0.5 break-all font-mono text-muted text-xs">
              {file.name} · {formatBytes(file.size)}
            </p>
          ) : (
            <p className="mt-0.5 text-muted text-sm">
              It has no file at the moment. We will email you its link as soon as it has one.
            </p>
          )}
        </div>
        {file ? download(product) : null}
      </div>
      {file ? (
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-muted text-xs">
          <span className="flex items-center gap-2">
            SHA-256 <Copyable label={`SHA-256 of ${name}`} value={file.sha256} ends={8} />
          </span>
          {hasSteps(file) ? (
            <Button
              size="sm"
              variant="ghost"
              className="-mx-3"
              aria-expanded={open}
              aria-label={`How to run it: ${name}`}
              onClick={() => setOpen(!open)}
            >
              How to run it
            </Button>
          ) : null}
        </div>
      ) : null}
      {open && hasSteps(file) ? <RunSteps file={file} className="mt-3" /> : null}
    </li>
  )
}
