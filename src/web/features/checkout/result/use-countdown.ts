import { useEffect, useEffectEvent, useState } from 'react'

/** Whole seconds left until `onEnd` runs, once. Paused while not `running`. */
export function useCountdown(seconds: number, running: boolean, onEnd: () => void): number {
  const [left, setLeft] = useState(seconds)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (!running || left < 0) return
    const timer = setTimeout(() => {
      setLeft(left - 1)
      if (left === 1) end()
    }, 1000)
    return () => clearTimeout(timer)
  }, [running, left])
  return Math.max(left, 0)
}
