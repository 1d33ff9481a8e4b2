import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'

export type RedirectNoteProps = {
  /** Seconds until the dashboard opens; null once the reader stays. */
  left: number | null
  onStay: () => void
  /** Said once the reader stays; it takes the focus of the button that was pressed. */
  stayText: string
}

export function RedirectNote({ left, onStay, stayText }: RedirectNoteProps) {
  const stayed = useRef(false)
  const text = useRef<HTMLParagraphElement>(null)
  const staying = left === null
  useEffect(() => {
    if (staying && stayed.current) text.current?.focus()
  }, [staying])

  if (staying) {
    return (
      <p ref={text} tabIndex={-1} className="rounded-sm">
        {stayText}
      </p>
    )
  }
  return (
    <span className="inline-flex flex-wrap items-center justify-center gap-x-2">
      <span>
        Opening your dashboard in <span className="font-mono text-fg">{left}</span> s.
      </span>
      <Button
        variant="link"
        onClick={() => {
          stayed.current = true
          onStay()
        }}
      >
        Stay here
      </Button>
    </span>
  )
}
