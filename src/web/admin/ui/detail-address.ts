import { useSearchParams } from 'react-router'
import { ADMIN_PATH } from '../shell/admin-path.ts'

/**
 * The address of a list's detail, and the way back: how the list is filtered stays in it, so that leaving the detail
 * leads to the list as it was.
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

/** The id that the address names; anything else is none. */
export const readId = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
