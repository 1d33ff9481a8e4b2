import { Plus } from 'lucide-react'
import { Accordion as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'

export type AccordionProps = {
  children: ReactNode
  defaultValue?: string
  value?: string
  onValueChange?: (value: string) => void
  className?: string
}

/** One item open at a time; the open one can be closed. */
export function Accordion({ className, ...props }: AccordionProps) {
  return (
    <Radix.Root
      type="single"
      collapsible
      className={cn('divide-y divide-line border-line border-y', className)}
      {...props}
    />
  )
}

export type AccordionItemProps = {
  value: string
  title: ReactNode
  children: ReactNode
  /** The heading that wraps the question. */
  as?: 'h2' | 'h3' | 'h4'
  className?: string
}

/** The answer stays in the HTML while closed, so prerendered pages carry it. */
export function AccordionItem({ value, title, children, as: Heading = 'h3', className }: AccordionItemProps) {
  return (
    <Radix.Item value={value} className={className}>
      <Radix.Header asChild>
        <Heading>
          <Radix.Trigger className="group flex w-full items-start justify-between gap-6 rounded-sm py-4 text-left font-medium text-base text-fg transition-colors hover:text-muted">
            {title}
            <Plus
              aria-hidden="true"
              className="mt-1 size-4.5 shrink-0 text-subtle transition-transform group-data-[state=open]:rotate-45"
            />
          </Radix.Trigger>
        </Heading>
      </Radix.Header>
      <Radix.Content
        forceMount
        className="max-w-copy pr-10 pb-5 text-base text-muted data-[state=open]:animate-fade-in data-[state=closed]:hidden"
      >
        {children}
      </Radix.Content>
    </Radix.Item>
  )
}
