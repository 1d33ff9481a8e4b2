import { useState } from 'react'

/**
 * Code that only an interaction needs. `fetch` may be called ahead, on hover or focus; what failed is asked for again at
 * the next call. The value is there from the first render once it has arrived anywhere.
 */
export function lateCode<Module>(load: () => Promise<Module>) {
  let module: Module | undefined
  let arriving: Promise<Module | undefined> | undefined
  const fetch = () => {
    arriving ??= load().then(
      (arrived) => {
        module = arrived
        return arrived
      },
      () => {
        arriving = undefined
        return undefined
      },
    )
    return arriving
  }
  return { fetch, now: () => module }
}

export type LateCode<Module> = ReturnType<typeof lateCode<Module>>

/** The module, or undefined until it is here; `fetch` brings it. */
export function useLateCode<Module>(code: LateCode<Module>) {
  const [module, setModule] = useState<{ arrived: Module | undefined }>(() => ({ arrived: code.now() }))
  const fetch = () => {
    if (!module.arrived) code.fetch().then((arrived) => arrived && setModule({ arrived }))
  }
  return [module.arrived, fetch] as const
}
