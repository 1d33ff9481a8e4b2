import { Download } from 'lucide-react'
import type { Product } from '../../../worker/features/catalogue/contract.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { Tooltip } from '../../ui/tooltip.tsx'

export type DownloadButtonProps = {
  product: Pick<Product, 'name' | 'downloadUrl' | 'fileName'>
  /** The icon alone, in rows. */
  compact?: boolean
}

/** A plain link to the file: the browser shows the progress. */
export function DownloadButton({ product, compact }: DownloadButtonProps) {
  if (product.fileName === null) {
    return <p className={cn('text-subtle text-xs', !compact && 'py-3 text-center')}>No file published yet</p>
  }
  const link = (
    <a
      href={product.downloadUrl}
      target="_blank"
      rel="noreferrer"
      download
      aria-label={compact ? `Download ${product.name}` : undefined}
    >
      <Download aria-hidden="true" />
      {compact ? null : 'Download Script'}
    </a>
  )
  if (!compact) {
    return (
      <Button asChild block>
        {link}
      </Button>
    )
  }
  return (
    <Tooltip content={`Download ${product.name}`}>
      <Button asChild className="size-10 px-0">
        {link}
      </Button>
    </Tooltip>
  )
}
