import { TabsTrigger } from '../../ui/layout/tabs.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import { ADMIN_TABS } from './admin-tabs.ts'
import type { AdminTabName } from './admin-titles.ts'

/** A tab with the number of events that arrived for it while another tab was open. */
export function AdminTabTrigger({ name, unseen }: { name: AdminTabName; unseen: number }) {
  const { label, Icon, code } = ADMIN_TABS[name]
  return (
    <TabsTrigger
      value={name}
      icon={<Icon aria-hidden="true" />}
      onPointerEnter={() => code.preload()}
      onFocusCapture={() => code.preload()}
    >
      {label}
      {unseen > 0 ? (
        <span
          // In the row, the badge is at the tab's corner, so that it does not move the other tabs.
          className="pointer-events-none absolute top-0.5 right-0 grid h-4.5 min-w-4.5 animate-ping-once place-items-center rounded-full bg-accent-soft px-1 font-medium text-2xs text-accent tabular-nums lg:static lg:ml-auto"
        >
          <span aria-hidden="true">{unseen > 99 ? '99+' : unseen}</span>
          <VisuallyHidden>{unseen} new</VisuallyHidden>
        </span>
      ) : null}
    </TabsTrigger>
  )
}
