import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { documentTitle, metaOf } from '../../lib/page-meta.ts'
import { useLocation, useNavigationType, useView } from '../../lib/router/router-context.ts'
import { applyMeta } from './apply-meta.ts'

/** Does after a navigation what a browser does on a full load: updates the head, moves the focus to the new page. */
export function PageArrival() {
  const { key, pathname, search, hash } = useLocation()
  const isReturn = useNavigationType() === 'POP'
  const arrivedAt = useRef(pathname)
  usePageMeta(pathname, search)

  // Enables smooth scrolling only after the first page load, which must jump to its position.
  useEffect(() => {
    const timer = setTimeout(() => {
      document.documentElement.dataset.gliding = ''
    }, 100)
    return () => clearTimeout(timer)
  }, [])

  // Runs before ScrollToPosition scrolls: new pages and returns jump to their position, only anchors scroll smoothly.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each return, also within a page
  useLayoutEffect(() => {
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

/** Sets the title, description and canonical address of the current page, also when its data arrives later. */
function usePageMeta(pathname: string, search: string) {
  const client = useQueryClient()
  const { page, params } = useView()
  // As text, so that equal metas are the same snapshot.
  const read = () => {
    const meta = metaOf(page.meta, {
      params,
      query: new URLSearchParams(search),
      read: (key) => client.getQueryData(key),
    })
    const { description, canonicalPath = pathname } = meta
    return JSON.stringify({ title: documentTitle(meta), description, canonicalPath })
  }
  const meta = useSyncExternalStore(
    (changed) => client.getQueryCache().subscribe(changed),
    read,
    () => '',
  )

  useEffect(() => {
    if (meta) applyMeta(JSON.parse(meta))
  }, [meta])
}
