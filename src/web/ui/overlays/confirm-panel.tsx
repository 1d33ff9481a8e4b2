import { AlertDialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { Button } from '../button.tsx'
import { focusWhileThere } from './focus-while-there.ts'

export type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** The effect of the action, and whether it can be undone. */
  description: ReactNode
  /** The verb itself: "Delete product", not "OK". */
  confirmLabel: string
  cancelLabel?: string
  tone?: 'danger' | 'primary'
  /** While true, the dialog can be neither confirmed nor closed. */
  busy?: boolean
  /** The dialog stays open until the caller closes it. */
  onConfirm: () => void
  children?: ReactNode
}

export function ConfirmPanel({ open, onOpenChange, tone = 'danger', busy, ...props }: ConfirmDialogProps) {
  // The caller opens the dialog, so Radix knows no trigger to return the focus to.
  const opener = useRef<Element>(null)
  function giveFocusBack(event: Event) {
    event.preventDefault()
    if (opener.current instanceof HTMLElement) focusWhileThere(opener.current)
  }
  return (
    <Radix.Root open={open} onOpenChange={(next) => (busy ? undefined : onOpenChange(next))}>
      <Radix.Portal>
        <Radix.Overlay
          data-sheet=""
          className="fixed inset-0 z-50 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in"
        />
        <div className="pointer-events-none fixed inset-0 z-50 flex items-end justify-center sm:items-center sm:p-6">
          <Radix.Content
            onOpenAutoFocus={() => {
              opener.current = document.activeElement
            }}
            onCloseAutoFocus={giveFocusBack}
            // Handled here, because Radix sends Escape only to the toast while one is shown.
            onKeyDown={({ key }) => {
              if (key === 'Escape' && !busy) onOpenChange(false)
            }}
            className="pointer-events-auto flex max-h-[calc(100dvh-2rem)] w-full flex-col gap-5 overflow-y-auto rounded-t-2xl border border-line-strong bg-surface p-5 shadow-overlay outline-none data-[state=closed]:animate-rise-out data-[state=open]:animate-rise-in sm:max-w-md sm:rounded-2xl sm:p-6"
          >
            <div>
              <Radix.Title className="font-semibold text-fg text-lg">{props.title}</Radix.Title>
              <Radix.Description className="mt-1 text-muted text-sm">{props.description}</Radix.Description>
            </div>
            {props.children}
            <div className="flex flex-wrap justify-end gap-3">
              <Radix.Cancel asChild>
                {/* Not `disabled`, so that it keeps the focus. */}
                <Button aria-disabled={busy || undefined} className="aria-disabled:opacity-50">
                  {props.cancelLabel ?? 'Cancel'}
                </Button>
              </Radix.Cancel>
              <Button variant={tone} busy={busy ?? false} onClick={props.onConfirm}>
                {props.confirmLabel}
              </Button>
            </div>
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  )
}
