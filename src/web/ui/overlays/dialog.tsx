import { Slot } from 'radix-ui'
import {
  createContext,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useRef,
  useState,
} from 'react'
import { LazyCode } from '../../lib/lazy-code.ts'
import { useLazyCode } from '../../lib/use-lazy-code.ts'
import type { DialogContentProps } from './dialog-panel.tsx'

export type { DialogContentProps } from './dialog-panel.tsx'

// The code that traps the focus and locks the page. Loaded when a dialog opens or is about to open.
const panel = new LazyCode(() => import('./dialog-panel.tsx'))

type DialogState = {
  open: boolean
  change: (open: boolean) => void
  /** The element that gets the focus when the dialog closes. */
  opener: RefObject<Element | null>
}

const DialogContext = createContext<DialogState>({
  open: false,
  change: () => undefined,
  opener: { current: null },
})

export type DialogProps = {
  open?: boolean
  onOpenChange?: (open: boolean) => void
  children: ReactNode
}

/** Wraps a trigger and its content. Without `open`, it keeps its own state. */
export function Dialog({ open, onOpenChange, children }: DialogProps) {
  const [own, setOwn] = useState(false)
  const opener = useRef<Element>(null)
  function change(next: boolean) {
    setOwn(next)
    onOpenChange?.(next)
  }
  return <DialogContext value={{ open: open ?? own, change, opener }}>{children}</DialogContext>
}

/** `asChild`: its only child, a button, opens the dialog. */
export function DialogTrigger({ children }: { asChild: true; children: ReactNode }) {
  const { open, change, opener } = use(DialogContext)
  function show({ currentTarget }: MouseEvent<HTMLElement>) {
    opener.current = currentTarget
    change(true)
  }
  return (
    <Slot.Root
      aria-haspopup="dialog"
      aria-expanded={open}
      onPointerEnter={panel.preload}
      onFocus={panel.preload}
      onClick={show}
    >
      {children}
    </Slot.Root>
  )
}

/** `asChild`: its only child, a button inside the dialog, closes it. */
export function DialogClose({ children }: { asChild: true; children: ReactNode }) {
  const { change } = use(DialogContext)
  return <Slot.Root onClick={() => change(false)}>{children}</Slot.Root>
}

/** A sheet from the bottom on phones, a centred panel from 640 px on. */
export function DialogContent({ onCloseAutoFocus, ...props }: DialogContentProps) {
  const { open, change, opener } = use(DialogContext)
  const { module, fetch } = useLazyCode(panel)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only opening triggers the fetch, not a render
  useEffect(() => {
    if (!open) return
    opener.current ??= document.activeElement
    fetch()
  }, [open])

  function giveFocusBack(event: Event) {
    onCloseAutoFocus?.(event)
    if (!event.defaultPrevented && opener.current instanceof HTMLElement) opener.current.focus()
    // Prevents Radix's own focus return, which knows no trigger.
    event.preventDefault()
    opener.current = null
  }

  if (!module) return null
  return <module.DialogPanel {...props} open={open} onOpenChange={change} onCloseAutoFocus={giveFocusBack} />
}
