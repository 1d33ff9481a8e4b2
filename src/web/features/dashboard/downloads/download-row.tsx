import type { MyDownload } from '#shared/downloads/contract.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { RelativeTime } from '../../../ui/data/relative-time.tsx'

const VIA: Record<MyDownload['via'], string> = {
  session: 'In your account',
  link: 'By an emailed link',
}

export function DownloadRow({ download }: { download: MyDownload }) {
  const { at, product, version, via, network, state } = download
  return (
    <li className="flex flex-col gap-x-4 gap-y-1 px-5 py-3.5 sm:flex-row sm:items-center sm:justify-between sm:px-6">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="min-w-0 break-words font-medium text-fg text-sm">
            {product.name} <span className="font-mono text-muted text-xs">v{version}</span>
          </span>
          {state === 'recalled' ? <Badge tone="danger">Recalled: do not run it</Badge> : null}
          {state === 'withdrawn' ? <Badge tone="warning">Withdrawn</Badge> : null}
        </p>
        <p className="mt-0.5 text-muted text-xs">
          {VIA[via]} · <RelativeTime dense value={at} />
        </p>
      </div>
      <p className="shrink-0 font-mono text-muted text-xs">{network ?? 'Network unknown'}</p>
    </li>
  )
}
