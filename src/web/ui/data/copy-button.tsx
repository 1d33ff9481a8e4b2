import { Check, Copy } from 'lucide-react'
import { Button, type ButtonProps } from '../button.tsx'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import { useCopy } from './use-copy.ts'

export type CopyButtonProps = Omit<ButtonProps, 'value' | 'asChild' | 'busy' | 'busyText' | 'onCopy'> & {
  /** The text to copy. */
  value: string
  label?: string
  /** Called after the text was copied. */
  onCopied?: () => void
}

/** A copy button with a text label. For an id or hash in running text, use Copyable. */
export function CopyButton({ value, label = 'Copy', onCopied, ...props }: CopyButtonProps) {
  const [state, copy] = useCopy()
  const said = state === 'copied' ? 'Copied' : state === 'failed' ? 'Copying was refused' : ''
  return (
    <>
      <Button {...props} onClick={() => copy(value).then((worked) => worked && onCopied?.())}>
        {state === 'copied' ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        <span className="grid text-left *:col-start-1 *:row-start-1">
          <span className={state === 'idle' ? undefined : 'invisible'}>{label}</span>
          <span className={state === 'idle' ? 'invisible' : undefined}>
            {state === 'failed' ? 'Failed' : 'Copied'}
          </span>
        </span>
      </Button>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  )
}
