import { useSyncExternalStore } from 'react'

const KEY = 'notification-sound'
const listeners = new Set<() => void>()
/** If the browser refuses storage, the choice lasts until the page is left. */
let chosen: boolean | undefined

/** On until the reader turns it off on this device. */
export function soundIsOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return chosen ?? true
  }
}

export function setSound(on: boolean): void {
  chosen = on
  try {
    if (on) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, 'off')
  } catch {
    // `chosen` keeps the choice.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  // The event of a change in another tab.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

export function useSound(): boolean {
  return useSyncExternalStore(subscribe, soundIsOn, () => true)
}
