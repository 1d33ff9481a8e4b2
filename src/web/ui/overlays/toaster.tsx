import { useEffect, useEffectEvent } from 'react'
import { afterPaint } from '../../lib/after-paint.ts'
import { LazyCode } from '../../lib/lazy-code.ts'
import { useLazyCode } from '../../lib/use-lazy-code.ts'
import { PlainToast } from './document-toast.tsx'
import { dismissToast, useCurrentToast } from './toast.ts'

const region = new LazyCode(() => import('./toast-region.tsx'))

/** Preloads the code, for a toast that may be needed when the network is down. */
export const preloadToasts = region.preload

/**
 * Rendered once in the app. Its code is loaded at the first interaction. Where it does not load, as without a network, a
 * toast is shown without it.
 */
export function Toaster() {
  const shown = useCurrentToast()
  const { module, error, fetch } = useLazyCode(region)
  const onSign = useEffectEvent(fetch)

  useEffect(() => {
    const listen = () => afterPaint(onSign)
    const options = { once: true, passive: true }
    for (const sign of SIGNS) window.addEventListener(sign, listen, options)
    return () => {
      for (const sign of SIGNS) window.removeEventListener(sign, listen)
    }
  }, [])

  useEffect(() => {
    if (shown) onSign()
  }, [shown])

  if (module) return <module.ToastRegion />
  return error && shown?.open ? (
    <PlainToast key={shown.id} {...shown} isAlert onDismiss={() => dismissToast(shown.id)} />
  ) : null
}

const SIGNS = ['pointerdown', 'keydown', 'focusin'] as const
