import { CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { cn } from '../cn.ts'
import {
  dismissToast,
  TOAST_MS,
  TOAST_STYLES,
  type ToastOptions,
  type ToastTone,
  useCurrentToast,
} from './toast.ts'

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
            TOAST_STYLES.toast,
            'data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in',
            'data-[swipe=end]:animate-swipe-out data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
            'data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform',
            tone === 'destructive' && 'border-danger/60',
          )}
        >
          <Icon aria-hidden="true" className={cn(TOAST_STYLES.icon, inks[tone])} />
          <div className={TOAST_STYLES.text}>
            <Radix.Title className={TOAST_STYLES.title}>{shown.title}</Radix.Title>
            {shown.description ? (
              <Radix.Description className={TOAST_STYLES.description}>{shown.description}</Radix.Description>
            ) : null}
            {shown.action ? <Action action={shown.action} /> : null}
          </div>
          <Radix.Close aria-label="Dismiss" className={TOAST_STYLES.close}>
            <X aria-hidden="true" className="size-4" />
          </Radix.Close>
        </Radix.Root>
      ) : null}
      <Radix.Viewport hotkey={['F8']} label="Notifications ({hotkey})" className={TOAST_STYLES.place} />
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
