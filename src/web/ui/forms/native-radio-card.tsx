import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../cn.ts'

export type NativeRadioCardProps = Omit<ComponentProps<'input'>, 'type' | 'children' | 'title'> & {
  title: ReactNode
  icon?: ReactNode
}

/** Looks like RadioCard. For forms that work before any script has loaded. The cards of one group share a `name`. */
export function NativeRadioCard({ title, icon, className, ...props }: NativeRadioCardProps) {
  return (
    <label
      className={cn(
        'flex cursor-pointer items-center gap-3 rounded-lg border border-control bg-surface px-4 py-3 text-sm',
        'transition-[background-color,border-color,box-shadow] hover:border-subtle hover:bg-surface-2',
        'has-checked:border-fg has-checked:shadow-[inset_0_0_0_1px_var(--fg)]',
        'has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2',
        className,
      )}
    >
      <input
        {...props}
        type="radio"
        className="size-5 shrink-0 appearance-none rounded-full border border-control bg-bg outline-none checked:border-[6px] checked:border-fg"
      />
      <span className="min-w-0 flex-1 font-medium text-fg">{title}</span>
      {icon ? (
        <span aria-hidden="true" className="shrink-0 text-muted [&_svg]:size-5">
          {icon}
        </span>
      ) : null}
    </label>
  )
}
