import { useSyncExternalStore } from 'react'

const KEY = 'notification-sound'
const listeners = new Set<() => void>()
/** Where storage is closed to us the choice lasts until the page is left. */
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
    // `chosen` holds it.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  // Another tab of this device.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

export function useSound(): boolean {
  return useSyncExternalStore(subscribe, soundIsOn, () => true)
}
