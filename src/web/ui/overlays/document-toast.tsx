import { Info, TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { cn } from '../cn.ts'
import { TOAST_STYLES, type ToastOptions, useCurrentToast } from './toast.ts'

/**
 * A toast that arrives in the document, so that it needs no script. A toast of the app replaces it.
 */
export function DocumentToast(props: Pick<ToastOptions, 'title' | 'description'>) {
  const [open, setOpen] = useState(true)
  const later = useCurrentToast()
  return open && !later ? <PlainToast {...props} onDismiss={() => setOpen(false)} /> : null
}

type PlainToastProps = Pick<ToastOptions, 'title' | 'description' | 'tone'> & {
  /** Whether a screen reader announces it: it appears in an open page. */
  isAlert?: boolean
  onDismiss: () => void
}

/** A toast without the code of the others. CSS ends it after their time, and pauses while it is pointed at or focused. */
export function PlainToast({ title, description, tone, isAlert, onDismiss }: PlainToastProps) {
  const isError = tone === 'destructive'
  const Icon = isError ? TriangleAlert : Info
  return (
    <section aria-label="Notifications">
      <ul className={cn(TOAST_STYLES.place, 'pointer-events-none')}>
        <li
          data-tone={tone ?? 'default'}
          className={cn(
            TOAST_STYLES.toast,
            'animate-toast-end [animation-delay:5s]! focus-within:[animation-play-state:paused] hover:[animation-play-state:paused]',
            isError && 'border-danger/60',
          )}
        >
          <Icon
            aria-hidden="true"
            className={cn(TOAST_STYLES.icon, isError ? 'text-danger' : 'text-muted')}
          />
          <div role={isAlert ? 'alert' : undefined} className={TOAST_STYLES.text}>
            <p className={TOAST_STYLES.title}>{title}</p>
            <p className={TOAST_STYLES.description}>{description}</p>
          </div>
          <button type="button" aria-label="Dismiss" className={TOAST_STYLES.close} onClick={onDismiss}>
            <X aria-hidden="true" className="size-4" />
          </button>
        </li>
      </ul>
    </section>
  )
}
