import { useEffect, useRef, useState } from 'react'

/** Copies text and returns the result for 2 s. 'failed': the browser refused access to the clipboard. */
export function useCopy(): [state: 'idle' | 'copied' | 'failed', copy: (text: string) => Promise<boolean>] {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function copy(text: string) {
    const worked = await write(text)
    setState(worked ? 'copied' : 'failed')
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setState('idle'), 2000)
    return worked
  }

  return [state, copy]
}

async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
