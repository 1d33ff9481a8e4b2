import { useEffect, useEffectEvent } from 'react'
import { lateCode, useLateCode } from './late-code.ts'
import { useCurrentToast } from './toast.ts'

const region = lateCode(() => import('./toast-region.tsx'))

/** For who may need a toast when the network is gone and code cannot come any more. */
export const fetchToasts = region.fetch

/** Once in the app. Its code comes with the first sign of a person, before anything can have gone wrong for them. */
export function Toaster() {
  const shown = useCurrentToast()
  const [code, fetch] = useLateCode(region)
  const onSign = useEffectEvent(fetch)

  useEffect(() => {
    const listen = () => onSign()
    const options = { once: true, passive: true }
    for (const sign of SIGNS) window.addEventListener(sign, listen, options)
    return () => {
      for (const sign of SIGNS) window.removeEventListener(sign, listen)
    }
  }, [])

  useEffect(() => {
    if (shown) onSign()
  }, [shown])

  return code ? <code.ToastRegion /> : null
}

const SIGNS = ['pointerdown', 'keydown', 'focusin'] as const
