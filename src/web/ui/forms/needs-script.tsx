import type { ReactNode } from 'react'

/** What a form that only works with our code says where scripts are off. */
export function NeedsScript({ children }: { children: ReactNode }) {
  return (
    <noscript>
      <p className="mb-5 text-muted text-sm">{children}</p>
    </noscript>
  )
}
