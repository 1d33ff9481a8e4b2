import { useEffect, useState } from 'react'

const PAUSE_MS = 250

/** The typed text after a pause of `PAUSE_MS`. */
export function useSettledText(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
