import { Plus } from 'lucide-react'
import { createContext, type ReactNode, use, useId } from 'react'
import { cn } from '../cn.ts'

const AccordionContext = createContext<{ name: string; openAtFirst: string | undefined }>({
  name: '',
  openAtFirst: undefined,
})

export type AccordionProps = { children: ReactNode; defaultValue?: string; className?: string }

/**
 * One item is open at a time, and it can be closed. Uses the native `<details name>`: the answers are in the HTML, open
 * without any script, and the browser's page search finds and opens them.
 */
export function Accordion({ children, defaultValue, className }: AccordionProps) {
  return (
    <AccordionContext value={{ name: useId(), openAtFirst: defaultValue }}>
      <div className={cn('divide-y divide-line border-line border-y', className)}>{children}</div>
    </AccordionContext>
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

export function AccordionItem({ value, title, children, as: Heading = 'h3', className }: AccordionItemProps) {
  const { name, openAtFirst } = use(AccordionContext)
  return (
    <details name={name} open={value === openAtFirst} className={cn('group', className)}>
      <summary className="flex list-none items-start justify-between gap-6 rounded-sm py-4 transition-colors hover:text-muted [&::-webkit-details-marker]:hidden">
        <Heading className="min-w-0 font-medium text-base">{title}</Heading>
        <Plus
          aria-hidden="true"
          className="mt-1 size-4.5 shrink-0 text-subtle transition-transform group-open:rotate-45"
        />
      </summary>
      <div className="max-w-copy pr-10 pb-5 text-base text-muted group-open:animate-fade-in">{children}</div>
    </details>
  )
}
