import { Upload } from 'lucide-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { Button, type ButtonProps } from '../button.tsx'
import { cn } from '../cn.ts'

export type FileDropProps = {
  /** The accessible name, and the button's text: "Choose a ZIP file". */
  label: string
  hint?: ReactNode
  /** `primary` where choosing a file is the page's one action. */
  variant?: ButtonProps['variant']
  /** The file types that the system's dialog offers. The caller reports dropped files of other types. */
  accept?: string
  disabled?: boolean
  onFile: (file: File) => void
  className?: string
}

/** An area to drop one file on, with a button that opens the file dialog. */
export function FileDrop({ label, hint, accept, disabled = false, onFile, ...props }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)

  function take(files: FileList | null | undefined) {
    const [file] = files ?? []
    if (file && !disabled) onFile(file)
    // Cleared, so that choosing the same file again is also a change.
    if (input.current) input.current.value = ''
  }

  function over(event: DragEvent) {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setIsOver(!disabled)
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    take(event.dataTransfer.files)
  }

  return (
    <fieldset
      aria-label={label}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={cn(
        'flex min-w-0 flex-col items-center gap-3 rounded-lg border border-line-strong border-dashed px-5 py-6 text-center transition-colors',
        isOver && 'border-accent bg-accent-soft',
        props.className,
      )}
    >
      <Button
        size={props.variant === 'primary' ? 'md' : 'sm'}
        variant={props.variant}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        <Upload aria-hidden="true" />
        {label}
      </Button>
      <p className="text-muted text-xs">{hint ?? 'or drop it here'}</p>
      <input
        ref={input}
        type="file"
        accept={accept}
        disabled={disabled}
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => take(event.target.files)}
        className="hidden"
      />
    </fieldset>
  )
}
