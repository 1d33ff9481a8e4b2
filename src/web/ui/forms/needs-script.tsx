import type { ReactNode } from 'react'

/** The note on a form that needs JavaScript, shown if scripts are disabled. */
export function NeedsScript({ children }: { children: ReactNode }) {
  return (
    <noscript>
      <p className="my-5 text-muted text-sm">{children}</p>
    </noscript>
  )
}
