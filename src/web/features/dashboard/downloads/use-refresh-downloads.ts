import { useQueryClient } from '@tanstack/react-query'

/** A download is logged before its first byte; the page gets no event from the browser. */
const LOGGED_MS = 1500

/** For the click on a download link: what depends on past downloads is loaded again shortly after it. */
export function useRefreshDownloads(): () => void {
  const client = useQueryClient()
  return () => {
    setTimeout(() => {
      for (const queryKey of [['/api/my-products'], ['/api/user/downloads']])
        client.invalidateQueries({ queryKey })
    }, LOGGED_MS)
  }
}
