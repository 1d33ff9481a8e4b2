import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'

export type RedirectNoteProps = {
  /** The seconds until the dashboard opens; null once the reader has chosen to stay. */
  left: number | null
  onStay: () => void
  /** The text once the reader has chosen to stay. It takes the focus of the removed button. */
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
        Stay on this page
      </Button>
    </span>
  )
}
