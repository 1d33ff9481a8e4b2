import type { ReactNode } from 'react'

export type NeedsScriptProps = {
  /** Replaces the text, where there is another way. */
  children?: ReactNode
}

/** The note on a form that needs JavaScript, shown if scripts are disabled. */
export function NeedsScript({
  children = 'This form needs JavaScript. Turn it on for this site and load the page again.',
}: NeedsScriptProps) {
  return (
    <noscript>
      <p className="mb-5 text-muted text-sm">{children}</p>
    </noscript>
  )
}
