import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/**
 * False on the server and in the browser's first render, which must equal the server's; true from then on. For values
 * that only the browser knows: the address's fragment, its history, its storage.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
