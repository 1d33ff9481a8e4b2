import { useRef, useState } from 'react'

/**
 * A submit that awaits something before its mutation makes the form busy, such as a check that still loads. Another submit
 * meanwhile is ignored. `running`: the arguments of the submit under way, or null.
 */
export function useOneSubmit<Args extends unknown[]>(send: (...args: Args) => Promise<void>) {
  const isRunning = useRef(false)
  const [running, setRunning] = useState<Args | null>(null)

  async function submit(...args: Args): Promise<void> {
    if (isRunning.current) return
    isRunning.current = true
    setRunning(args)
    try {
      await send(...args)
    } finally {
      isRunning.current = false
      setRunning(null)
    }
  }

  return { submit, running }
}
