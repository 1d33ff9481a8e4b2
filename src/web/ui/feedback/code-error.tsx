import { type ReactNode, useEffect, useRef, useState } from 'react'
import { reloadForNewVersion } from '../../lib/reload-once.ts'
import { useOnline } from '../../lib/use-online.ts'
import { ErrorState } from './error-state.tsx'
import { Spinner } from './spinner.tsx'

export type CodeErrorProps = {
  /** The failure it is about: each new one is judged again. */
  error: unknown
  /** Asks for the code once more. */
  onRetry: () => unknown
  action?: ReactNode
}

/** In place of what could not be loaded. After a deployment the code is gone permanently: then the page is reloaded. */
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
          ? 'The connection may have dropped. Try again. Your purchases and payments are not affected.'
          : 'This page loads as soon as you are back online.'
      }
      onRetry={retry}
      retrying={retrying || judged !== error}
      action={action}
    />
  )
}
