import { type ReactNode, useEffect } from 'react'
import { type LazyComponent, whenCalm } from '../../lib/lazy-code.ts'
import { useLazyCode } from '../../lib/use-lazy-code.ts'
import { useOnline } from '../../lib/use-online.ts'
import { CodeError } from './code-error.tsx'

export type LazyPartProps = {
  code: LazyComponent
  /** Shown while the code is loading. */
  fallback: ReactNode
  /** Replaces the error with its Retry. In both cases, the code is loaded again when the network is back. */
  onError?: ReactNode
  /** Loads the code after that of the page. */
  late?: boolean
}

/** A part of a page with a separate chunk of code. The rest of the page stays if that code cannot be loaded. */
export function LazyPart({ code, fallback, onError, late = false }: LazyPartProps) {
  const { module, error, fetch } = useLazyCode(code)
  const online = useOnline()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the return of the network starts another attempt
  useEffect(() => {
    if (module) return
    if (late) whenCalm().then(fetch)
    else fetch()
  }, [module, fetch, online])

  if (module) return <module.default />
  if (!error) return fallback
  return onError ?? <CodeError error={error} onRetry={fetch} />
}
