import { Check, Download, X } from 'lucide-react'
import { formatTime } from '#shared/core/format-day.ts'
import { formatUsd } from '#shared/core/money.ts'
import type { Notification } from '#shared/notifications/contract.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { cn } from '../../ui/cn.ts'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import { ICONS } from './notification-icons.ts'

export type NotificationItemProps = {
  item: Notification
  /** The notification was unread when the panel was opened. */
  fresh?: boolean
  onRead: (id: string) => void
  onDismiss: (id: string) => void
  /** The subject was opened. */
  onOpen?: () => void
}

export function NotificationItem({ item, fresh = false, onRead, onDismiss, onOpen }: NotificationItemProps) {
  const { id, title, message, type, read, timestamp, purchaseDetails, downloadUrl, link } = item
  const { Icon, ink } = ICONS[type]

  function open() {
    if (!read) onRead(id)
    onOpen?.()
  }

  return (
    <li
      className={cn(
        'relative flex gap-3 py-3 pr-2 pl-4',
        (fresh || !read) && 'bg-surface-2',
        link && 'transition-colors hover:bg-hover',
      )}
    >
      <Icon aria-hidden="true" className={cn('mt-0.5 size-4.5 shrink-0', ink)} />
      <div className="min-w-0 flex-1">
        <p className="break-words font-medium text-fg">
          {link ? (
            // The link covers the row's text. Its other controls lie above it.
            <AppLink
              to={link}
              onClick={open}
              className="rounded-sm after:absolute after:inset-0 hover:underline"
            >
              {title}
            </AppLink>
          ) : (
            title
          )}
          {fresh || !read ? <VisuallyHidden> ({read ? 'new' : 'unread'})</VisuallyHidden> : null}
        </p>
        <p className="mt-0.5 break-words text-muted">{message}</p>
        {purchaseDetails ? (
          <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 rounded-md border border-line bg-bg px-2.5 py-1.5 text-xs">
            <dt className="text-subtle">Product</dt>
            <dd className="truncate text-right text-fg">{purchaseDetails.productName}</dd>
            <dt className="text-subtle">Amount</dt>
            <dd className="text-right tabular-nums text-fg">{formatUsd(purchaseDetails.amount)}</dd>
          </dl>
        ) : null}
        <div className="mt-1 flex min-h-6 flex-wrap items-center justify-between gap-x-3 text-xs">
          <span className="text-subtle">
            {formatTime(Date.parse(timestamp), Date.now())} · <RelativeTime value={timestamp} dense />
          </span>
          {downloadUrl ? (
            <a
              href={downloadUrl}
              target="_blank"
              rel="noreferrer"
              download
              className="relative inline-flex min-h-6 items-center gap-1.5 rounded-sm font-medium text-fg underline decoration-line-strong underline-offset-4 hover:decoration-current"
            >
              <Download aria-hidden="true" className="size-3.5" />
              Download
              {purchaseDetails ? <VisuallyHidden> {purchaseDetails.productName}</VisuallyHidden> : null}
            </a>
          ) : null}
        </div>
      </div>
      <div className="-mt-1 relative flex flex-col">
        <IconButton
          label={`Dismiss: ${title}`}
          tooltip={false}
          size="sm"
          icon={<X aria-hidden="true" />}
          onClick={() => onDismiss(id)}
        />
        {read ? null : (
          <IconButton
            label={`Mark as read: ${title}`}
            tooltip={false}
            size="sm"
            icon={<Check aria-hidden="true" />}
            onClick={() => onRead(id)}
          />
        )}
      </div>
    </li>
  )
}
