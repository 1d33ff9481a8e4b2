import { createContext, type ReactNode, use, useMemo } from 'react'
import type { MetaSource } from '../page-meta.ts'
import type { Location, To } from './location.ts'

/** A page of the site, which may have to load its code first. */
export type Page = {
  meta: MetaSource
  isLoaded: () => boolean
  /** @throws MissingCode */
  load: () => Promise<unknown>
  /** The page's element, once its code is loaded. */
  render: () => ReactNode
}

/** The values of the parameters in a page's path. */
export type Params = Readonly<Record<string, string | undefined>>

export type FoundPage = { page: Page; params: Params }

/** `POP`: the page's first load, a fragment of the page, or a step in the browser's history. */
export type NavigationType = 'POP' | 'PUSH' | 'REPLACE'

/** What the app shows. */
export type View = FoundPage & {
  location: Location
  type: NavigationType
  /** Set if the page's code failed to load. */
  error?: unknown
  /** Where the page is scrolled: nowhere, to its fragment if it has one, to its fragment or the top, or to these pixels. */
  scroll: 'stay' | 'fragment' | 'start' | number
}

export type NavigateOptions = {
  /** Replaces the current entry of the history. */
  replace?: boolean | undefined
  /** Stored with the entry. It must be cloneable. */
  state?: unknown
  /** Keeps the scroll position if the address has no fragment. */
  preventScrollReset?: boolean | undefined
}

export type Navigate = {
  /** Resolves once the address has changed, or another navigation has replaced this one. */
  (to: To, options?: NavigateOptions): Promise<void>
  /** Steps in the history. */
  (steps: number): Promise<void>
}

export const ViewContext = createContext<View | null>(null)
export const NavigateContext = createContext<Navigate>(async () => undefined)
/** Whether the code of the next page is loading. */
export const PendingContext = createContext(false)

/** @throws Error outside the router */
export function useView(): View {
  const view = use(ViewContext)
  if (!view) throw new Error('There is no router around this component')
  return view
}

export const useLocation = (): Location => useView().location
export const useParams = (): Params => useView().params
export const useNavigationType = (): NavigationType => useView().type
export const useNavigate = (): Navigate => use(NavigateContext)
export const useIsPending = (): boolean => use(PendingContext)

type Change = URLSearchParams | ((before: URLSearchParams) => URLSearchParams)

/** The query of the address, and a function that navigates to another query of the same page. */
export function useSearchParams() {
  const { search } = useLocation()
  const navigate = useNavigate()
  return useMemo(() => {
    const params = new URLSearchParams(search)
    const setParams = (change: Change, options?: NavigateOptions) =>
      navigate(`?${typeof change === 'function' ? change(new URLSearchParams(search)) : change}`, options)
    return [params, setParams] as const
  }, [search, navigate])
}
