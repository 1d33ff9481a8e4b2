import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ErrorState } from '../ui/error-state.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { reloadForNewVersion } from './reload-once.ts'
import { useOnline } from './use-online.ts'

export type CodeErrorProps = {
  /** The failure it is about: each new one is judged again. */
  error: unknown
  /** Asks for the code once more. */
  onRetry: () => unknown
  action?: ReactNode
}

/** In place of what could not be loaded. After a deployment the code is gone for good: then the page is reloaded. */
export function CodeError({ error, onRetry, action }: CodeErrorProps) {
  const online = useOnline()
  const asked = useRef(false)
  const [judged, setJudged] = useState<unknown>(null)
  const [retrying, setRetrying] = useState(false)

  useEffect(() => {
    let over = false
    reloadForNewVersion(asked.current).then((reloading) => {
      if (!over && !reloading) setJudged(error)
    })
    return () => {
      over = true
    }
  }, [error])

  async function retry() {
    asked.current = true
    setRetrying(true)
    await onRetry()
    setRetrying(false)
  }

  if (judged === null) {
    return (
      <div className="grid min-h-72 place-items-center text-muted">
        <Spinner size="lg" label="Loading" />
      </div>
    )
  }
  return (
    <ErrorState
      title={online ? 'This part of the shop could not be loaded' : 'You are offline'}
      text={
        online
          ? 'Its code did not arrive. Try again; nothing you bought or paid is affected.'
          : 'This part of the shop is not on your device yet. It loads as soon as the connection is back.'
      }
      onRetry={retry}
      retrying={retrying || judged !== error}
      action={action}
    />
  )
}
