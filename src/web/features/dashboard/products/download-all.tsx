import { FileDown } from 'lucide-react'
import type { MyProduct } from '#shared/access/contract.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { Button } from '../../../ui/button.tsx'
import { useRefreshDownloads } from '../downloads/use-refresh-downloads.ts'

/** One archive with the current file of each product. Nothing where there are fewer than two files. */
export function DownloadAll({ products }: { products: readonly Pick<MyProduct, 'fileSize'>[] }) {
  const refresh = useRefreshDownloads()
  const sizes = products.flatMap(({ fileSize }) => (fileSize === null ? [] : [fileSize]))
  if (sizes.length < 2) return null
  const total = sizes.reduce((sum, size) => sum + size, 0)
  return (
    <Button asChild>
      <a href="/api/download/all" target="_blank" rel="noreferrer" download onClick={refresh}>
        <FileDown aria-hidden="true" />
        Download all ({sizes.length} files, {formatBytes(total)})
      </a>
    </Button>
  )
}
