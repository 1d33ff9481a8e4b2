import { useEffect, useEffectEvent } from 'react'
import { afterPaint } from '../../lib/after-paint.ts'
import { LazyCode } from '../../lib/lazy-code.ts'
import { useLazyCode } from '../../lib/use-lazy-code.ts'
import { useCurrentToast } from './toast.ts'

const region = new LazyCode(() => import('./toast-region.tsx'))

/** Preloads the code, for a toast that may be needed when the network is down. */
export const preloadToasts = region.preload

/** Rendered once in the app. Its code is loaded at the first interaction, before any action can fail. */
export function Toaster() {
  const shown = useCurrentToast()
  const { module, fetch } = useLazyCode(region)
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

  return module ? <module.ToastRegion /> : null
}

const SIGNS = ['pointerdown', 'keydown', 'focusin'] as const
