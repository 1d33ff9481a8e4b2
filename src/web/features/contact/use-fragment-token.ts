import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

/** Behind the # of the address, where no server and no log sees it. '' where there is none; null until a browser looks. */
export function useFragmentToken(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '',
    () => null,
  )
}
