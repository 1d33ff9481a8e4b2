import { WifiOff } from 'lucide-react'
import { useEffect } from 'react'
import { useOnline } from '../../lib/use-online.ts'

const ROOM = '--offline-bar'

/** Covers the bottom edge while the device has no network. Only the toasts move, to stay above the bar. */
export function OfflineBar() {
  const online = useOnline()

  useEffect(() => {
    if (online) return
    const { style } = document.documentElement
    style.setProperty(ROOM, '2.25rem')
    return () => {
      style.removeProperty(ROOM)
    }
  }, [online])

  return (
    <div role="status">
      {online ? null : (
        <p className="fixed inset-x-0 bottom-0 z-70 flex h-9 animate-fade-in items-center justify-center gap-2 border-line-strong border-t bg-surface px-4 text-fg text-sm shadow-overlay">
          <WifiOff aria-hidden="true" className="size-4 shrink-0 text-warning" />
          <span className="truncate">You are offline</span>
        </p>
      )}
    </div>
  )
}
