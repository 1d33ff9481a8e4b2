import type { QueryClient } from '@tanstack/react-query'

/** What the server knew when it rendered the page; the browser's first render starts from the same. */
export type PageState = {
  data: readonly (readonly [key: readonly string[], data: unknown])[]
  /** The path for which there is nothing, though it looks like a page's. */
  missing?: string
}

/** What came with the document; nothing where it came as the empty shell. */
export function readPageState(): PageState {
  const json = document.getElementById('page-state')?.textContent
  return json ? (JSON.parse(json) as PageState) : { data: [] }
}

export function fillQueries(client: QueryClient, { data }: PageState): void {
  for (const [key, value] of data) client.setQueryData(key, value)
}
