import { Download } from 'lucide-react'
import type { Product } from '#shared/catalogue/contract.ts'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { LateTooltip } from '../../ui/overlays/late-tooltip.tsx'
import { useRefreshDownloads } from './downloads/use-refresh-downloads.ts'

export type DownloadButtonProps = {
  product: Pick<Product, 'name' | 'downloadUrl' | 'fileName'>
  /** Shows only the icon, for rows. */
  compact?: boolean
  label?: string
  variant?: ButtonProps['variant']
  size?: ButtonProps['size']
  className?: string
}

/** A plain link to the file, so that the browser shows the progress. */
export function DownloadButton({
  product,
  compact,
  variant,
  size,
  className,
  ...props
}: DownloadButtonProps) {
  const label = props.label ?? 'Download Script'
  const refresh = useRefreshDownloads()
  if (product.fileName === null) {
    return <p className={cn('text-subtle text-xs', !compact && 'py-3 text-center')}>No file available</p>
  }
  const link = (
    <a
      href={product.downloadUrl}
      onClick={refresh}
      target="_blank"
      rel="noreferrer"
      download
      aria-label={`${compact ? 'Download' : `${label}:`} ${product.name}`}
    >
      <Download aria-hidden="true" />
      {compact ? null : label}
    </a>
  )
  if (!compact) {
    return (
      <Button asChild variant={variant} size={size} className={className}>
        {link}
      </Button>
    )
  }
  return (
    <LateTooltip content={`Download ${product.name}`}>
      <Button asChild className="size-10 px-0">
        {link}
      </Button>
    </LateTooltip>
  )
}
