import type { ReactNode } from 'react'
import { formatDay } from '#shared/core/format-day.ts'
import type { LegalDocument } from '#shared/legal/versions-rules.ts'
import { Container } from '../../ui/layout/container.tsx'
import { LegalContents } from './legal-contents.tsx'
import { LegalVersions } from './legal-versions.tsx'

export type LegalSection = {
  /** The anchor. Other pages may link to it, so it must stay when the title changes. */
  id: string
  title: string
  body: ReactNode
}

export type LegalPageProps = {
  title: string
  lead: ReactNode
  /** The day of the text's last change, as ISO 8601. */
  changed: string
  /** A document with versions: `changed` is the version's name. */
  document?: LegalDocument
  sections: readonly LegalSection[]
}

const prose = [
  '[&_p]:mt-4 [&_ul]:mt-4 [&_ul]:flex [&_ul]:list-disc [&_ul]:flex-col [&_ul]:gap-2 [&_ul]:pl-5 [&_ul]:marker:text-subtle',
  '[&_strong]:font-medium [&_strong]:text-fg [&_code]:text-[0.875em] [&_code]:text-fg',
  '[&_a]:rounded-sm [&_a]:text-fg [&_a]:underline [&_a]:decoration-line-strong [&_a]:underline-offset-4 [&_a:hover]:decoration-current',
].join(' ')

/** A long text in a readable width, with its contents beside it. Printed without the contents. */
export function LegalPage({ title, lead, changed, document, sections }: LegalPageProps) {
  return (
    <Container className="pt-10 pb-section sm:pt-14 print:p-0">
      <header className="max-w-copy">
        <h1 className="font-semibold text-3xl text-fg sm:text-4xl">{title}</h1>
        <p className="mt-4 text-lg text-muted">{lead}</p>
        {document ? (
          <LegalVersions document={document} version={changed} />
        ) : (
          <p className="mt-4 text-sm text-subtle">
            Last changed on <time dateTime={changed}>{formatDay(changed)}</time>
          </p>
        )}
      </header>
      <div className="mt-10 grid gap-x-16 gap-y-10 border-line border-t pt-10 lg:grid-cols-[minmax(0,42rem)_minmax(0,1fr)] print:block">
        <LegalContents sections={sections} />
        <div className="flex min-w-0 flex-col gap-10">
          {sections.map(({ id, title, body }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`} className="scroll-mt-24">
              <h2 id={`${id}-title`} className="font-semibold text-fg text-xl print:break-after-avoid">
                {title}
              </h2>
              <div className={`text-muted ${prose}`}>{body}</div>
            </section>
          ))}
        </div>
      </div>
    </Container>
  )
}
