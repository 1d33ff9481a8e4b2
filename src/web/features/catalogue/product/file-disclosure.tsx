import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'

export type FileDisclosureProps = {
  /** The file's path: the heading. */
  path: string
  /** At the right end of the heading's line. */
  aside?: ReactNode
  children: ReactNode
}

/** A file, closed at first. Its content is rendered only while open: there can be thousands of lines. */
export function FileDisclosure({ path, aside, children }: FileDisclosureProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className="group min-w-0 rounded-lg border border-line bg-surface"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex list-none items-start justify-between gap-4 rounded-lg px-4 py-3 transition-colors hover:bg-hover [&::-webkit-details-marker]:hidden">
        <h4 className="wrap-anywhere min-w-0 font-mono text-[0.8125rem] text-fg leading-5">{path}</h4>
        <span className="flex shrink-0 items-center gap-3">
          {aside}
          <Plus
            aria-hidden="true"
            className="size-4.5 shrink-0 text-subtle transition-transform group-open:rotate-45"
          />
        </span>
      </summary>
      {isOpen ? <div className="px-4 pb-4">{children}</div> : null}
    </details>
  )
}

/** Text in a mono font, in a box that scrolls. */
export function CodeRegion({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard can scroll it
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-md border border-line bg-bg focus-visible:-outline-offset-2"
    >
      <pre className="wrap-anywhere whitespace-pre-wrap p-4 font-mono text-fg text-xs leading-5">
        {children}
      </pre>
    </section>
  )
}
