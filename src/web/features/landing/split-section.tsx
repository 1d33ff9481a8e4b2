import { type ReactNode, useId } from 'react'
import { cn } from '../../ui/cn.ts'
import { Container } from '../../ui/layout/container.tsx'

export type SplitSectionProps = {
  id?: string
  title: string
  lead?: string
  /** Below the lead. */
  aside?: ReactNode
  tinted?: boolean
  children: ReactNode
}

/** A section with its heading beside its content on wide screens. */
export function SplitSection({ id, title, lead, aside, tinted, children }: SplitSectionProps) {
  const headingId = useId()
  return (
    <section
      id={id}
      aria-labelledby={headingId}
      className={cn('py-section', tinted && 'border-line border-y bg-surface')}
    >
      <Container className="grid gap-x-8 gap-y-6 sm:gap-y-10 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:gap-x-16 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)]">
        <div>
          <h2 id={headingId} className="font-semibold text-2xl text-fg sm:text-4xl md:max-lg:text-3xl">
            {title}
          </h2>
          {lead ? (
            <p className="mt-2 max-w-md text-base text-muted sm:mt-4 md:max-lg:text-base sm:text-lg">
              {lead}
            </p>
          ) : null}
          {aside ? <div className="mt-3 sm:mt-5">{aside}</div> : null}
        </div>
        <div className="min-w-0">{children}</div>
      </Container>
    </section>
  )
}
