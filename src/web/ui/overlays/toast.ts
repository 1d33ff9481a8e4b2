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

/** The place and look of toasts. Here, because a file of their own would be one more to load for the login. */
export const TOAST_STYLES = {
  place: [
    'fixed inset-x-4 bottom-[calc(1rem+var(--offline-bar,0px)+var(--pay-bar,0px))] z-80 m-0 flex list-none flex-col rounded-xl sm:left-auto sm:w-96',
    // On phones, buttons are at the bottom: of a form, of the bar of a product, of a dialog. So the toast is at the
    // top, below the header, or above it where a dialog covers the page.
    'max-sm:top-19 max-sm:bottom-auto max-sm:[body:has([data-sheet])_&]:top-4',
  ].join(' '),
  // Clickable also above a dialog, which disables the pointer for everything else.
  toast:
    'pointer-events-auto flex items-start gap-3 rounded-xl border border-line-strong bg-surface py-3.5 pr-2 pl-4 shadow-overlay',
  icon: 'mt-0.5 size-4.5 shrink-0',
  text: 'min-w-0 flex-1 text-sm',
  title: 'break-words font-medium text-fg',
  description: 'mt-0.5 break-words text-muted',
  close:
    '-my-1 grid size-8 shrink-0 place-items-center rounded-sm text-subtle transition-colors hover:bg-hover hover:text-fg',
} as const
