import { useEffect, useState } from 'react'

/** Whether `ms` milliseconds have passed since `since` (epoch milliseconds); false if `since` is null. */
export function usePassed(since: number | null, ms: number): boolean {
  const [passed, setPassed] = useState<number | null>(null)
  useEffect(() => {
    if (since === null) return
    const timer = setTimeout(() => setPassed(since), since + ms - Date.now())
    return () => clearTimeout(timer)
  }, [since, ms])
  return since !== null && passed === since
}
