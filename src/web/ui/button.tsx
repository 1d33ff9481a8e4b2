import { cva, type VariantProps } from 'class-variance-authority'
import { Slot } from 'radix-ui'
import type { ComponentProps, MouseEvent } from 'react'
import { cn } from './cn.ts'
import { Spinner } from './feedback/spinner.tsx'
import { VisuallyHidden } from './layout/visually-hidden.tsx'

export const buttonStyles = cva(
  [
    'inline-flex shrink-0 select-none items-center justify-center gap-2 rounded-md border border-transparent',
    'whitespace-nowrap text-center font-medium transition-[background-color,border-color,color,opacity]',
    'disabled:pointer-events-none disabled:opacity-50 aria-disabled:cursor-not-allowed',
    '[&_svg]:pointer-events-none [&_svg]:shrink-0',
  ],
  {
    variants: {
      variant: {
        primary: 'bg-accent text-accent-fg hover:bg-accent-hover',
        secondary: 'border-line-strong bg-surface text-fg hover:border-control hover:bg-surface-2',
        ghost: 'text-muted hover:bg-hover hover:text-fg',
        danger: 'bg-danger-solid text-danger-fg hover:bg-danger-solid-hover',
        link: 'rounded-sm text-fg underline decoration-line-strong underline-offset-4 hover:decoration-current',
      },
      size: {
        sm: 'h-8 px-3 text-sm [&_svg]:size-4',
        md: 'h-10 px-4 text-sm [&_svg]:size-4',
        lg: 'h-12 px-6 text-base [&_svg]:size-5',
      },
      block: { true: 'w-full' },
    },
    compoundVariants: [{ variant: 'link', class: 'h-auto min-h-6 px-0' }],
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
)

export type ButtonProps = ComponentProps<'button'> &
  VariantProps<typeof buttonStyles> & {
    /** Styles the only child (a link) as a button; `busy` does not apply then. */
    asChild?: boolean
    /** While true, clicks and submits are ignored. The focus and the width stay. Where given, a double click is one. */
    busy?: boolean
    /** Shown beside the spinner while busy. Without it, the spinner is alone, with the accessible label "Working". */
    busyText?: string
  }

export function Button({ variant, size, block, asChild, busy: isBusy, busyText, ...rest }: ButtonProps) {
  const busy = isBusy ?? false
  const { className, children, onClick, type = 'button', disabled, ...props } = rest
  const classes = cn(buttonStyles({ variant, size, block }), className)

  if (asChild) {
    return (
      <Slot.Root className={classes} onClick={onClick} {...props}>
        {children}
      </Slot.Root>
    )
  }

  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    // A busy submit button keeps the focus, so it is not `disabled`. Its click must do nothing.
    // The second click of a double click comes before the first one makes the button busy.
    const isRepeated = isBusy !== undefined && event.detail > 1
    if (busy || isRepeated) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <button
      type={type}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={handleClick}
      className={cn(classes, (busy || busyText) && 'grid *:col-start-1 *:row-start-1')}
      {...props}
    >
      {busy || busyText ? (
        <>
          <span className={cn('inline-flex items-center justify-center gap-2', busy && 'invisible')}>
            {children}
          </span>
          <span className={cn('inline-flex items-center justify-center gap-2', !busy && 'invisible')}>
            <Spinner size="sm" />
            {busyText ?? <VisuallyHidden>Working</VisuallyHidden>}
          </span>
        </>
      ) : (
        children
      )}
    </button>
  )
}
