import { WifiOff } from 'lucide-react'

/**
 * Covers the bottom edge while the device has no network: `listenToControls` marks the document, also before the app runs.
 * Only the toasts and the bars at the bottom move, to stay above it (`--offline-bar`).
 */
export function OfflineBar() {
  return (
    <div role="status">
      <p className="fixed inset-x-0 bottom-0 z-70 hidden h-9 animate-fade-in items-center justify-center gap-2 border-line-strong border-t bg-surface px-4 text-fg text-sm shadow-overlay [html[data-offline]_&]:flex">
        <WifiOff aria-hidden="true" className="size-4 shrink-0 text-warning" />
        <span className="truncate">You are offline</span>
      </p>
    </div>
  )
}
