import type { QueryClient } from '@tanstack/react-query'
import { SHOP_ORIGIN } from '../lib/use-shop-origin.ts'

/** The data with which the server rendered the page. The browser's first render starts from the same data. */
export type PageState = {
  data: readonly (readonly [key: readonly string[], data: unknown])[]
  /** The shop's scheme and host. */
  origin?: string
  /** A path that matches a page's pattern but has no content: a 404. */
  missing?: string
  /** The document has the frame and a skeleton of a private page, or another page, which the app replaces. */
  preview?: true
}

/** The state in the document. Empty if the document is the empty shell, or has a page of another address: see boot.ts. */
export function readPageState(): PageState {
  if (document.documentElement.dataset.standsIn !== undefined) return { data: [], preview: true }
  const json = document.getElementById('page-state')?.textContent
  return json ? (JSON.parse(json) as PageState) : { data: [] }
}

export function fillQueries(client: QueryClient, { data, origin }: PageState): void {
  if (origin) client.setQueryData(SHOP_ORIGIN, origin)
  for (const [key, value] of data) client.setQueryData(key, value)
}
