import { Info, X } from 'lucide-react'
import { useState } from 'react'
import { cn } from '../cn.ts'
import { TOAST_STYLES, type ToastOptions, useCurrentToast } from './toast.ts'

/**
 * A toast that arrives in the document, so that it needs no script. CSS ends it after the time of the others, and pauses
 * while it is pointed at or focused. A toast of the app replaces it.
 */
export function DocumentToast({ title, description }: Pick<ToastOptions, 'title' | 'description'>) {
  const [open, setOpen] = useState(true)
  const later = useCurrentToast()
  if (!open || later) return null
  return (
    <section aria-label="Notifications">
      <ul className={cn(TOAST_STYLES.place, 'pointer-events-none')}>
        <li
          data-tone="default"
          className={cn(
            TOAST_STYLES.toast,
            'animate-toast-end [animation-delay:5s]! focus-within:[animation-play-state:paused] hover:[animation-play-state:paused]',
          )}
        >
          <Info aria-hidden="true" className={cn(TOAST_STYLES.icon, 'text-muted')} />
          <div className={TOAST_STYLES.text}>
            <p className={TOAST_STYLES.title}>{title}</p>
            <p className={TOAST_STYLES.description}>{description}</p>
          </div>
          <button
            type="button"
            aria-label="Dismiss"
            className={TOAST_STYLES.close}
            onClick={() => setOpen(false)}
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        </li>
      </ul>
    </section>
  )
}
