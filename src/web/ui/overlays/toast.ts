import { useSyncExternalStore } from 'react'

/** The time on screen of a toast without a duration of its own. */
export const TOAST_MS = 5000

export type ToastTone = 'default' | 'success' | 'destructive'

export type ToastOptions = {
  title: string
  description?: string
  tone?: ToastTone
  /** The time on screen, in milliseconds, by default 5 s. With Infinity, the toast stays until dismissed. */
  duration?: number
  /** An action, or an address that opens in a new tab. */
  action?: { label: string; onClick: () => void } | { label: string; href: string }
}

export type ToastRecord = ToastOptions & { id: number; open: boolean }

const listeners = new Set<() => void>()
let current: ToastRecord | null = null
let lastId = 0

function publish(next: ToastRecord | null) {
  current = next
  for (const listener of listeners) listener()
}

/** Shows a toast and replaces the previous one. Callable from anywhere. Returns the toast's id. */
export function toast(options: ToastOptions): number {
  lastId += 1
  publish({ ...options, id: lastId, open: true })
  return lastId
}

export const isToastOpen = (id: number): boolean => current?.id === id && current.open

/** Closes the toast with this id; without an id, the open one. */
export function dismissToast(id?: number): void {
  if (current && (id === undefined || current.id === id)) publish({ ...current, open: false })
}

/** Closes an open toast about an error. */
export function dismissErrorToast(): void {
  if (current?.open && current.tone === 'destructive') dismissToast(current.id)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function useCurrentToast(): ToastRecord | null {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  )
}
