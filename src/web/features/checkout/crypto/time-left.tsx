import { useEffect, useState } from 'react'
import { MINUTE, SECOND } from '#shared/core/time.ts'
import { remaining } from './remaining.ts'

/** A countdown to the moment at which the payment page closes. */
export function TimeLeft({ until }: { until: string }) {
  const end = Date.parse(until)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    // Seconds are shown only in the last minutes.
    const timer = setInterval(() => setNow(Date.now()), end - Date.now() > 10 * MINUTE ? 10 * SECOND : SECOND)
    return () => clearInterval(timer)
  }, [end])
  return <span className="tabular-nums">{remaining(end - now)}</span>
}
