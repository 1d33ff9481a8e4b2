import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../cn.ts'
import { IconButton } from '../icon-button.tsx'

const widths = { sm: 'sm:max-w-sm', md: 'sm:max-w-lg', lg: 'sm:max-w-3xl' }

export type DialogContentProps = Omit<ComponentProps<typeof Radix.Content>, 'title'> & {
  title: ReactNode
  description?: ReactNode
  /** Buttons. They stay visible while a long body scrolls. */
  footer?: ReactNode
  size?: keyof typeof widths
}

export type DialogPanelProps = DialogContentProps & { open: boolean; onOpenChange: (open: boolean) => void }

/** A sheet from the bottom on phones, a centred panel from 640 px on. */
export function DialogPanel({
  open,
  onOpenChange,
  title,
  description,
  footer,
  size = 'md',
  className,
  ...rest
}: DialogPanelProps) {
  const { children, ...props } = rest
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay
          data-sheet=""
          className="fixed inset-0 z-50 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in"
        />
        <div className="pointer-events-none fixed inset-0 z-50 flex items-end justify-center sm:items-center sm:p-6">
          <Radix.Content
            {...(description ? {} : { 'aria-describedby': undefined })}
            // Handled here, because Radix sends Escape only to the toast while one is shown.
            onKeyDown={({ key, target, currentTarget }) => {
              if (key === 'Escape' && currentTarget.contains(target as Node)) onOpenChange(false)
            }}
            className={cn(
              'pointer-events-auto relative flex max-h-[calc(100dvh-2rem)] w-full flex-col overflow-hidden bg-surface shadow-overlay outline-none',
              'rounded-t-2xl border border-line-strong sm:rounded-2xl',
              'data-[state=closed]:animate-rise-out data-[state=open]:animate-rise-in',
              widths[size],
              className,
            )}
            {...props}
          >
            <div className="flex items-start justify-between gap-4 px-5 pt-5 pb-4 sm:px-6 sm:pt-6">
              <div className="min-w-0">
                <Radix.Title className="font-semibold text-fg text-lg">{title}</Radix.Title>
                {description ? (
                  <Radix.Description className="mt-1 text-muted text-sm">{description}</Radix.Description>
                ) : null}
              </div>
              <Radix.Close asChild>
                <IconButton label="Close" icon={<X />} size="sm" tooltip={false} className="-mt-1 -mr-2" />
              </Radix.Close>
            </div>
            {children ? (
              <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5 sm:px-6 sm:pb-6">{children}</div>
            ) : null}
            {footer ? (
              <div className="flex flex-wrap justify-end gap-3 border-line border-t bg-surface px-5 py-4 sm:px-6">
                {footer}
              </div>
            ) : null}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  )
}
