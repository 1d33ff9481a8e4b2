import { useSearchParams } from '../../lib/router/router-context.ts'
import { ADMIN_PATH } from '../shell/admin-path.ts'

/**
 * The address of a list's detail, and the address of the list. Both keep the list's filters, so that leaving the detail
 * shows the same list again.
 */
export function useDetailAddress(name: 'order' | 'subscription') {
  const [params] = useSearchParams()
  const address = (change: (next: URLSearchParams) => void) => {
    const next = new URLSearchParams(params)
    change(next)
    return `${ADMIN_PATH}?${next}`
  }
  return {
    to: (id: number) => address((next) => next.set(name, String(id))),
    back: address((next) => next.delete(name)),
  }
}

/** The id in the address; null for any other text. */
export const readId = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
