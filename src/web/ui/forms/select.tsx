import { Check, ChevronDown, ChevronUp } from 'lucide-react'
import { Select as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from '../cn.ts'
import { controlStyles } from './control-styles.ts'
import { useFieldWiring } from './field-context.ts'

export type SelectOption = { value: string; label: string; icon?: ReactNode; disabled?: boolean }

export type SelectProps = {
  /** No option may have an empty value: use a word such as "all". */
  options: readonly SelectOption[]
  value?: string
  defaultValue?: string
  onValueChange?: (value: string) => void
  onBlur?: () => void
  placeholder?: string
  name?: string
  id?: string
  disabled?: boolean
  required?: boolean
  'aria-label'?: string
  className?: string
}

export function Select({ options, placeholder = 'Choose', className, onBlur, ...props }: SelectProps) {
  const { 'aria-label': ariaLabel, id, ...root } = props
  const wiring = useFieldWiring({ id, disabled: props.disabled, required: props.required })
  return (
    <Radix.Root {...root} disabled={wiring.disabled ?? false}>
      <Radix.Trigger
        {...wiring}
        aria-label={ariaLabel}
        onBlur={onBlur}
        className={cn(
          controlStyles,
          'flex h-10 items-center justify-between gap-2 text-left data-placeholder:text-subtle',
          className,
        )}
      >
        <span className="truncate">
          <Radix.Value placeholder={placeholder} />
        </span>
        <Radix.Icon asChild>
          <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-subtle" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={6}
          collisionPadding={8}
          className="z-60 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) origin-(--radix-select-content-transform-origin) animate-pop-in overflow-hidden rounded-lg border border-line-strong bg-surface shadow-overlay"
        >
          <Radix.ScrollUpButton className="grid h-6 place-items-center text-subtle">
            <ChevronUp className="size-4" />
          </Radix.ScrollUpButton>
          <Radix.Viewport className="p-1">
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled ?? false}
                className="relative flex min-h-9 select-none items-center gap-2 rounded-sm py-1.5 pr-9 pl-2.5 text-fg text-sm outline-none data-disabled:text-subtle data-disabled:opacity-60 data-highlighted:bg-hover [&_svg]:size-4"
              >
                {option.icon}
                <Radix.ItemText>{option.label}</Radix.ItemText>
                <Radix.ItemIndicator className="absolute right-2.5">
                  <Check aria-hidden="true" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
          <Radix.ScrollDownButton className="grid h-6 place-items-center text-subtle">
            <ChevronDown className="size-4" />
          </Radix.ScrollDownButton>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
