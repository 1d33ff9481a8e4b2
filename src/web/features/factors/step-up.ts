import { useSyncExternalStore } from 'react'
import { LazyCode } from '../../lib/lazy-code.ts'
import type { StepUp } from './step-up-dialog.tsx'

/** The dialog. Loaded when the shop asks for a proof of identity. */
export const stepUpCode = new LazyCode(() => import('./step-up-dialog.tsx'))

const listeners = new Set<() => void>()
let current: StepUp | null = null
let lastId = 0
let running: Promise<boolean> | null = null

function publish(next: StepUp | null) {
  current = next
  for (const listener of listeners) listener()
}

/**
 * Asks the user to confirm their identity; false where they cancel. Callers at the same time share one dialog.
 * @throws MissingCode
 */
export function confirmIdentity(): Promise<boolean> {
  running ??= ask().finally(() => {
    running = null
  })
  return running
}

async function ask(): Promise<boolean> {
  const { findMethods } = await stepUpCode.fetch()
  // Known before the dialog opens, so that its fields do not change while the user types.
  const methods = await findMethods()
  return new Promise((resolve) => {
    lastId += 1
    const id = lastId
    const settle = (isConfirmed: boolean) => {
      if (current?.id === id) publish({ ...current, open: false })
      resolve(isConfirmed)
    }
    publish({ id, open: true, methods, settle })
  })
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function useStepUp(): StepUp | null {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  )
}
