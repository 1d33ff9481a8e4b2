import type { ReactNode } from 'react'

export type SkipLinkProps = { targetId?: string; children?: ReactNode }

/** The first link of the page: skips the header to the element with `targetId`. */
export function SkipLink({ targetId = 'main', children = 'Skip to content' }: SkipLinkProps) {
  return (
    <a
      href={`#${targetId}`}
      className="sr-only rounded-md bg-fg px-4 py-2 font-medium text-bg text-sm focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-80 focus:px-4 focus:py-2"
    >
      {children}
    </a>
  )
}
