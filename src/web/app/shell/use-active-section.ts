import { useEffect, useState } from 'react'
import { useLocation } from '../../lib/router/router-context.ts'
import { SECTION_LINKS } from './section-links.ts'

/** A line at 40 % of the window's height. The section that it crosses is the active one. */
const READING_LINE = '-40% 0px -60% 0px'

/** The link, as in SECTION_LINKS, of the landing page's active section; null on other pages. */
export function useActiveSection(): string | null {
  const { pathname } = useLocation()
  const [active, setActive] = useState<string | null>(null)

  useEffect(() => {
    setActive(null)
    if (pathname !== '/') return
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const link = `/#${target.id}`
          setActive((before) => (isIntersecting ? link : before === link ? null : before))
        }
      },
      { rootMargin: READING_LINE },
    )
    for (const { to } of SECTION_LINKS) {
      const section = document.getElementById(to.slice(2))
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [pathname])

  return active
}
