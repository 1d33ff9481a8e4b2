import { useEffect, useEffectEvent } from 'react'

/** Calls `run` when the network comes back. */
export function useWhenOnline(run: () => unknown): void {
  const onBack = useEffectEvent(run)
  useEffect(() => {
    const listen = () => onBack()
    window.addEventListener('online', listen)
    return () => window.removeEventListener('online', listen)
  }, [])
}
