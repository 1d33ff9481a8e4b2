import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False on the server and while the browser takes over its markup, true from then on. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
