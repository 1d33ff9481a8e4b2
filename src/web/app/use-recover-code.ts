import { useEffect, useRef } from 'react'
import { fetchMissingCode } from '../lib/lazy-code.ts'
import { reloadForNewVersion } from '../lib/reload-once.ts'
import { useWhenOnline } from '../lib/use-when-online.ts'

/**
 * Loads missing code when the network is back. Some browsers keep a failed module until the page is reloaded, so the
 * page is then reloaded, unless text that the reader has typed would be lost.
 */
export function useRecoverCode(): void {
  const edited = useRef(new Set<HTMLInputElement | HTMLTextAreaElement>())
  useEffect(() => {
    const note = ({ target }: Event) => {
      if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
        edited.current.add(target)
    }
    document.addEventListener('input', note, true)
    return () => document.removeEventListener('input', note, true)
  }, [])

  useWhenOnline(async () => {
    if (await fetchMissingCode()) return
    const hasText = [...edited.current].some(({ isConnected, value }) => isConnected && value !== '')
    if (!hasText) await reloadForNewVersion({ returned: true })
  })
}
