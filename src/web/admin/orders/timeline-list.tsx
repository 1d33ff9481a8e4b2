import type { TimelineEntry } from '#shared/orders/contract.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { resendDelivery } from '../mails/mail-queries.ts'
import { adminPath } from '../shell/admin-path.ts'
import { TextLink } from '../ui/text-link.tsx'
import { TIMELINE_ICONS } from './timeline-icons.ts'
import { useOrderMutation } from './use-order-mutation.ts'

/** A list of events, newest first, each with an icon, a sentence, its time and its actor. */
export function TimelineList({ entries, label }: { entries: readonly TimelineEntry[]; label: string }) {
  return (
    <ol aria-label={label} className="flex flex-col">
      {entries.map((entry) => (
        <Entry key={entry.key} entry={entry} />
      ))}
    </ol>
  )
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const { Icon, className } = TIMELINE_ICONS[entry.kind]
  return (
    <li className="group relative flex gap-3 pb-5 last:pb-0">
      <span
        aria-hidden="true"
        className="absolute top-7 bottom-0 left-3.5 w-px -translate-x-1/2 bg-line group-last:hidden"
      />
      <span
        aria-hidden="true"
        className={cn(
          'grid size-7 shrink-0 place-items-center rounded-full border border-line bg-surface-2',
          className,
        )}
      >
        <Icon className="size-3.5" />
      </span>
      <div className="min-w-0 flex-1 pt-0.5 text-sm">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <p className="min-w-0 break-words font-medium text-fg">{entry.title}</p>
          <RelativeTime dense value={entry.at} className="text-subtle text-xs" />
        </div>
        {entry.text ? <p className="break-words text-muted">{entry.text}</p> : null}
        {entry.who ? (
          <p className="text-subtle text-xs">
            by{' '}
            {entry.whoId === null ? (
              entry.who
            ) : (
              <TextLink to={adminPath('users', { user: entry.whoId })} className="text-muted">
                {entry.who}
              </TextLink>
            )}
          </p>
        ) : null}
        {entry.mail?.status === 'dead' ? <SendAgain id={entry.mail.id} /> : null}
      </div>
    </li>
  )
}

function SendAgain({ id }: { id: number }) {
  const { run, busy } = useOrderMutation(() => resendDelivery(id), {
    done: () => ({ title: 'Email Resent' }),
    failed: 'Email Resend Failed',
  })
  return (
    <Button
      size="sm"
      busy={busy}
      onClick={() => run(undefined)}
      aria-label={`Send mail #${id} again`}
      className="mt-2"
    >
      Send again
    </Button>
  )
}
