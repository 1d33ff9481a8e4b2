import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/**
 * False in what the server renders and in the browser's first render of it, which must be the same; true from then on.
 * For what only the browser knows: the address's fragment, its history, its storage.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
