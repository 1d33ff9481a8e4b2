import { useEffect, useState } from 'react'
import { useLocation } from '../../lib/router/router-context.ts'
import { watchSections } from './watch-sections.ts'

/** The link, as in SECTION_LINKS, of the landing page's active section; null on other pages. */
export function useActiveSection(): string | null {
  const { pathname } = useLocation()
  const [active, setActive] = useState<string | null>(null)

  useEffect(() => {
    setActive(null)
    return pathname === '/' ? watchSections(setActive) : undefined
  }, [pathname])

  return active
}
