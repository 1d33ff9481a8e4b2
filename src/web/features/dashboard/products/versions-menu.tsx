import { History } from 'lucide-react'
import type { MyProduct } from '#shared/access/contract.ts'
import { formatDay } from '#shared/core/format-day.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { Button } from '../../../ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '../../../ui/overlays/dropdown-menu.tsx'
import { useRefreshDownloads } from '../downloads/use-refresh-downloads.ts'

export type VersionsMenuProps = {
  product: Pick<MyProduct, 'name' | 'downloadUrl' | 'versions' | 'downloadedVersion'>
}

/** A download link for every version that the access includes. Nothing where there is only one. */
export function VersionsMenu({ product }: VersionsMenuProps) {
  const { name, downloadUrl, versions, downloadedVersion } = product
  const refresh = useRefreshDownloads()
  if (versions.length < 2) return null
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="sm" variant="ghost" aria-label={`All versions: ${name}`}>
          <History aria-hidden="true" />
          All versions
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent aria-label={`Versions of ${name}`} align="start">
        <DropdownMenuLabel>Download a version</DropdownMenuLabel>
        {versions.map(({ version, publishedAt, fileSize }) => (
          <DropdownMenuItem key={version} asChild>
            <a
              href={`${downloadUrl}?version=${encodeURIComponent(version)}`}
              target="_blank"
              rel="noreferrer"
              download
              onClick={refresh}
            >
              <span className="font-mono">v{version}</span>
              <span className="text-muted text-xs">
                {publishedAt ? `${formatDay(publishedAt)} · ` : ''}
                {formatBytes(fileSize)}
                {version === downloadedVersion ? ' · last downloaded' : ''}
              </span>
            </a>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
