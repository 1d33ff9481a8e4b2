import { type ReactNode, useEffect, useRef, useState } from 'react'
import { reloadForNewVersion } from '../../lib/reload-once.ts'
import { useOnline } from '../../lib/use-online.ts'
import { ErrorState } from './error-state.tsx'
import { Spinner } from './spinner.tsx'

export type CodeErrorProps = {
  /** The failure to show. For each new one, a reload of the page is considered again. */
  error: unknown
  /** Loads the code again. */
  onRetry: () => unknown
  action?: ReactNode
}

/** Shown instead of code that failed to load. After a deployment, old code is gone, so the page is reloaded. */
export function CodeError({ error, onRetry, action }: CodeErrorProps) {
  const online = useOnline()
  const asked = useRef(false)
  const [judged, setJudged] = useState<unknown>(null)
  const [retrying, setRetrying] = useState(false)

  useEffect(() => {
    let over = false
    reloadForNewVersion({ asked: asked.current }).then((reloading) => {
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
          ? 'The connection may have dropped. Try again. Your purchases and payments are not affected.'
          : 'This page loads as soon as you are back online.'
      }
      onRetry={retry}
      retrying={retrying || judged !== error}
      action={action}
    />
  )
}
