import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { CodeError } from './code-error.tsx'
import type { LazyCode } from './lazy-code.ts'
import { useOnline } from './use-online.ts'

export type LazyPartProps = {
  code: LazyCode
  /** Stands there while the code is on its way. */
  fallback: ReactNode
  /** In place of the error with its Retry. It is tried again by itself when the network is back. */
  onError?: ReactNode
}

/** A part of a page whose code comes on its own. What stands around it stays when the code cannot be had. */
export function LazyPart({ code, fallback, onError }: LazyPartProps) {
  const [Part, setPart] = useState(() => code.Part)
  const [error, setError] = useState<unknown>(null)
  const online = useOnline()

  const fetchCode = useCallback(
    () =>
      code.fetch().then(
        () => setPart(() => code.Part),
        (failure: unknown) => setError(failure),
      ),
    [code],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: the network's return is a reason to try again
  useEffect(() => {
    if (!Part) fetchCode()
  }, [Part, fetchCode, online])

  if (Part) return <Part />
  if (!error) return fallback
  return onError ?? <CodeError error={error} onRetry={fetchCode} />
}
