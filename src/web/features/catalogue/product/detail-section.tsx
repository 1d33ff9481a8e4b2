import { type ReactNode, useId } from 'react'

export type DetailSectionProps = { title: string; aside?: ReactNode; children: ReactNode }

/** A section of a product's page, with its heading. */
export function DetailSection({ title, aside, children }: DetailSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-line border-t pt-8">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="font-semibold text-fg text-xl">
          {title}
        </h2>
        {aside ? <p className="font-mono text-subtle text-xs">{aside}</p> : null}
      </div>
      {children}
    </section>
  )
}
