import { type ReactNode, useId } from 'react'
import { cn } from '../cn.ts'
import { Container } from './container.tsx'

export type PageSectionProps = {
  /** The anchor: "pricing". */
  id?: string
  title?: ReactNode
  lead?: ReactNode
  /** A small line above the title. */
  eyebrow?: ReactNode
  /** At the right end of the title's line: a link or button. */
  action?: ReactNode
  align?: 'start' | 'center'
  /** Gives the section a different background. */
  tinted?: boolean
  as?: 'h1' | 'h2'
  children?: ReactNode
  className?: string
}

/** A section of a public page: heading, lead, content and spacing. */
export function PageSection({
  id,
  title,
  lead,
  eyebrow,
  action,
  children,
  className,
  ...props
}: PageSectionProps) {
  const headingId = useId()
  const Heading = props.as ?? 'h2'
  const centred = props.align === 'center'
  return (
    <section
      id={id}
      aria-labelledby={title ? headingId : undefined}
      className={cn('py-section', props.tinted && 'border-line border-y bg-surface', className)}
    >
      <Container>
        {title ? (
          <div
            className={cn(
              'mb-4 flex flex-wrap items-end justify-between gap-x-8 gap-y-3 sm:mb-12 sm:gap-y-5',
              centred && 'flex-col items-center text-center',
            )}
          >
            <div className="max-w-copy">
              {eyebrow ? <p className="mb-3 font-medium text-muted text-sm">{eyebrow}</p> : null}
              <Heading id={headingId} className="font-semibold text-2xl text-fg sm:text-4xl">
                {title}
              </Heading>
              {lead ? (
                <p
                  className={cn(
                    'mt-2 text-base text-muted sm:mt-4 sm:text-lg',
                    centred && '[text-wrap:balance]',
                  )}
                >
                  {lead}
                </p>
              ) : null}
            </div>
            {action}
          </div>
        ) : null}
        {children}
      </Container>
    </section>
  )
}
