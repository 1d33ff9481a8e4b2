import { SECTION_LINKS } from './section-links.ts'

/** A line at 40 % of the window's height. The section that it crosses is the active one. */
const READING_LINE = '-40% 0px -60% 0px'

/**
 * Watches the sections of the landing page, until the returned function is called. `onChange` gets the link, as in
 * SECTION_LINKS, of the active one; null: none.
 */
export function watchSections(onChange: (active: string | null) => void): () => void {
  let active: string | null = null
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const link = `/#${target.id}`
        active = isIntersecting ? link : active === link ? null : active
      }
      onChange(active)
    },
    { rootMargin: READING_LINE },
  )
  for (const { to } of SECTION_LINKS) {
    const section = document.getElementById(to.slice(2))
    if (section) observer.observe(section)
  }
  return () => observer.disconnect()
}
