import { useEffect, useState } from 'react'
import { useIsPending } from '../../lib/router/router-context.ts'

/** A thin moving line while the next page's code loads, shown after 200 ms. */
export function PendingBar() {
  const pending = useIsPending()
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!pending) return setShown(false)
    const timer = setTimeout(() => setShown(true), 200)
    return () => clearTimeout(timer)
  }, [pending])
  if (!shown) return null
  return (
    <div aria-hidden="true" className="fixed inset-x-0 top-0 z-60 h-0.5 overflow-hidden">
      <div className="h-full w-1/3 animate-slide-bar bg-accent" />
    </div>
  )
}
