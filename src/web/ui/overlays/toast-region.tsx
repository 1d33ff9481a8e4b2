import { CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { cn } from '../cn.ts'
import { dismissToast, TOAST_MS, type ToastOptions, type ToastTone, useCurrentToast } from './toast.ts'

const icons: Record<ToastTone, typeof Info> = {
  default: Info,
  success: CircleCheck,
  destructive: TriangleAlert,
}
const inks: Record<ToastTone, string> = {
  default: 'text-muted',
  success: 'text-success',
  destructive: 'text-danger',
}

/** Shows the toasts of `toast()`, one at a time. F8 moves the focus here. */
export function ToastRegion() {
  const shown = useCurrentToast()
  const tone = shown?.tone ?? 'default'
  const Icon = icons[tone]
  return (
    <Radix.Provider duration={TOAST_MS} swipeThreshold={50} swipeDirection="right" label="Notification">
      {shown ? (
        <Radix.Root
          key={shown.id}
          open={shown.open}
          onOpenChange={(open) => (open ? undefined : dismissToast(shown.id))}
          duration={shown.duration ?? TOAST_MS}
          type={tone === 'destructive' ? 'foreground' : 'background'}
          data-tone={tone}
          className={cn(
            // Clickable also above a dialog, which disables the pointer for everything else.
            'pointer-events-auto flex items-start gap-3 rounded-xl border border-line-strong bg-surface py-3.5 pr-2 pl-4 shadow-overlay',
            'data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in',
            'data-[swipe=end]:animate-swipe-out data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
            'data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform',
            tone === 'destructive' && 'border-danger/60',
          )}
        >
          <Icon aria-hidden="true" className={cn('mt-0.5 size-4.5 shrink-0', inks[tone])} />
          <div className="min-w-0 flex-1 text-sm">
            <Radix.Title className="break-words font-medium text-fg">{shown.title}</Radix.Title>
            {shown.description ? (
              <Radix.Description className="mt-0.5 break-words text-muted">
                {shown.description}
              </Radix.Description>
            ) : null}
            {shown.action ? <Action action={shown.action} /> : null}
          </div>
          <Radix.Close
            aria-label="Dismiss"
            className="-my-1 grid size-8 shrink-0 place-items-center rounded-sm text-subtle transition-colors hover:bg-hover hover:text-fg"
          >
            <X aria-hidden="true" className="size-4" />
          </Radix.Close>
        </Radix.Root>
      ) : null}
      <Radix.Viewport
        hotkey={['F8']}
        label="Notifications ({hotkey})"
        className={cn(
          'fixed inset-x-4 bottom-[calc(1rem+var(--offline-bar,0px)+var(--pay-bar,0px))] z-80 m-0 flex list-none flex-col rounded-xl sm:left-auto sm:w-96',
          // On phones, buttons are at the bottom: of a form, of the bar of a product, of a dialog. So the toast is at the
          // top, below the header, or above it where a dialog covers the page.
          'max-sm:top-19 max-sm:bottom-auto max-sm:[body:has([data-sheet])_&]:top-4',
        )}
      />
    </Radix.Provider>
  )
}

const actionStyles =
  'mt-2 inline-flex min-h-8 items-center rounded-sm border border-line-strong px-2.5 font-medium text-fg text-xs transition-colors hover:bg-hover'

function Action({ action }: { action: NonNullable<ToastOptions['action']> }) {
  if ('href' in action) {
    return (
      <Radix.Action asChild altText={action.label}>
        <a href={action.href} target="_blank" rel="noreferrer" className={actionStyles}>
          {action.label}
        </a>
      </Radix.Action>
    )
  }
  return (
    <Radix.Action altText={action.label} onClick={action.onClick} className={actionStyles}>
      {action.label}
    </Radix.Action>
  )
}
