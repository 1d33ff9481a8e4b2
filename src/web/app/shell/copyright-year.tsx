import { useHydrated } from '../../lib/use-hydrated.ts'

/**
 * The current year. A page may have been rendered in another one: the new key lets React write it again, which it does
 * not do for text it takes over.
 */
export function CopyrightYear() {
  return (
    <span key={String(useHydrated())} suppressHydrationWarning>
      {new Date().getFullYear()}
    </span>
  )
}
