import { useHydrated } from '../../lib/use-hydrated.ts'

/**
 * The current year. The server may have rendered the page in another year. The changed key makes React render the text
 * again, because hydration does not correct it.
 */
export function CopyrightYear() {
  return (
    <span key={String(useHydrated())} suppressHydrationWarning>
      {new Date().getFullYear()}
    </span>
  )
}
