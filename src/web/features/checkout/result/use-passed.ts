import { useEffect, useState } from 'react'

/** Whether `ms` have passed since the moment `since`; false where there is no such moment. */
export function usePassed(since: number | null, ms: number): boolean {
  const [passed, setPassed] = useState<number | null>(null)
  useEffect(() => {
    if (since === null) return
    const timer = setTimeout(() => setPassed(since), since + ms - Date.now())
    return () => clearTimeout(timer)
  }, [since, ms])
  return since !== null && passed === since
}
