import { useLayoutEffect } from 'react'
import { useView } from './router-context.ts'

/** Scrolls each new view to its position. Rendered after the page, whose elements it needs. */
export function ScrollToPosition() {
  const { location, scroll } = useView()
  useLayoutEffect(() => {
    if (scroll === 'stay') return
    if (typeof scroll === 'number') {
      window.scrollTo(0, scroll)
      return
    }
    const target = location.hash && document.getElementById(fragmentOf(location.hash))
    if (target) target.scrollIntoView()
    else if (scroll === 'start') window.scrollTo(0, 0)
  }, [location, scroll])
  return null
}

function fragmentOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}
