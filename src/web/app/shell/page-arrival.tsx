import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useMatches, useNavigationType } from 'react-router'
import { BRAND } from '../../ui/brand.ts'
import type { RouteHandle } from '../routes.tsx'

const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect

/** What a browser does on a full load: the title changes, reading starts at the top of the new page. */
export function PageArrival() {
  const { key, pathname, hash } = useLocation()
  const isReturn = useNavigationType() === 'POP'
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined
  const title = handle?.title ?? BRAND
  const arrivedAt = useRef(pathname)

  useEffect(() => {
    document.title = title.includes(BRAND) ? title : `${title} – ${BRAND}`
  }, [title])

  // Before ScrollRestoration scrolls: a new page starts at its place, a return stands where it was; only anchors glide.
  useBrowserLayoutEffect(() => {
    const isNewPage = arrivedAt.current !== pathname
    if (!isNewPage && !isReturn) return
    arrivedAt.current = pathname
    const { style } = document.documentElement
    style.scrollBehavior = 'auto'
    const frame = requestAnimationFrame(() => style.removeProperty('scroll-behavior'))
    if (isNewPage && !hash) document.getElementById('main')?.focus({ preventScroll: true })
    return () => {
      cancelAnimationFrame(frame)
      style.removeProperty('scroll-behavior')
    }
  }, [key, pathname, hash, isReturn])

  return null
}
