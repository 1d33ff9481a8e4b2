import { useCallback, useState } from 'react'
import type { LazyCode } from './lazy-code.ts'

/**
 * `fetch` loads the code. `module` is undefined until it has been loaded. `error` is the last failure, a MissingCode.
 */
export function useLazyCode<Module>(code: LazyCode<Module>) {
  const [module, setModule] = useState(code.module)
  const [error, setError] = useState<unknown>(null)
  const fetch = useCallback(() => code.fetch().then(setModule, setError), [code])
  return { module, error, fetch }
}
