import { DropdownMenu as Radix } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../cn.ts'

export const DropdownMenuTrigger = Radix.Trigger

/** Not modal: the page behind stays scrollable, and readable for assistive technology. */
export function DropdownMenu(props: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root modal={false} {...props} />
}

/**
 * Rendered in place, so that it belongs to the landmark around it. `position: fixed` keeps scrolling boxes from
 * clipping it. It closes without a fade, because a click on the trigger during a fade would be lost.
 */
export function DropdownMenuContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Content
      align="end"
      sideOffset={6}
      collisionPadding={8}
      className={cn(
        'z-60 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 overflow-y-auto rounded-lg border border-line-strong bg-surface p-1 text-left shadow-overlay',
        'origin-(--radix-dropdown-menu-content-transform-origin) data-[state=open]:animate-pop-in',
        className,
      )}
      {...props}
    />
  )
}

const itemStyles = [
  'relative flex min-h-9 select-none items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-fg text-sm outline-none',
  'data-disabled:opacity-50 data-highlighted:bg-hover [&_svg]:size-4 [&_svg]:shrink-0',
].join(' ')

export type DropdownMenuItemProps = ComponentProps<typeof Radix.Item> & {
  icon?: ReactNode
  tone?: 'default' | 'danger'
}

/** With `asChild`, the only child is a link, and the icon goes inside the link. */
export function DropdownMenuItem({
  icon,
  tone = 'default',
  className,
  children,
  ...props
}: DropdownMenuItemProps) {
  const classes = cn(
    itemStyles,
    tone === 'danger' && 'text-danger data-highlighted:bg-danger-soft',
    className,
  )
  return (
    <Radix.Item className={classes} {...props}>
      {props.asChild ? (
        children
      ) : (
        <>
          {icon ? <span className={cn('contents', tone === 'default' && 'text-muted')}>{icon}</span> : null}
          {children}
        </>
      )}
    </Radix.Item>
  )
}

export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof Radix.Label>) {
  return <Radix.Label className={cn('px-2.5 py-1.5 text-subtle text-xs', className)} {...props} />
}

export function DropdownMenuSeparator({ className, ...props }: ComponentProps<typeof Radix.Separator>) {
  return <Radix.Separator className={cn('-mx-1 my-1 h-px bg-line', className)} {...props} />
}
