import type { ReactNode } from 'react'
import { statementText } from '#shared/catalogue/statement-rules.ts'
import type { LogEntry } from '#shared/log/contract.ts'
import { CopyButton } from '../../ui/data/copy-button.tsx'

export type LoggedTextProps = { text: string; entry: LogEntry | null }

/** The text of an entry, and the statement that the publisher signed. */
export function LoggedText({ text, entry }: LoggedTextProps) {
  return (
    <>
      <TextSection id="text" title="As it is logged" value={text} copyLabel="Copy entry">
        The leaf hash is the SHA-256 of one zero byte followed by this text in UTF-8.
      </TextSection>
      {entry?.type === 'publish' ? (
        <TextSection
          id="statement"
          title="The signed statement"
          value={statementText(entry)}
          copyLabel="Copy statement"
        >
          The publisher signed these six lines on a computer that the shop cannot reach. The signature, in the
          format of OpenSSH, is in the entry.
        </TextSection>
      ) : null}
    </>
  )
}

type TextSectionProps = { id: string; title: string; value: string; copyLabel: string; children: ReactNode }

function TextSection({ id, title, value, copyLabel, children }: TextSectionProps) {
  return (
    <section aria-labelledby={id} className="mt-12 border-line border-t pt-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="font-semibold text-fg text-xl">
          {title}
        </h2>
        <CopyButton size="sm" value={value} label={copyLabel} />
      </div>
      <p className="mt-2 max-w-copy text-muted">{children}</p>
      <pre className="mt-4 whitespace-pre-wrap break-all rounded-lg border border-line bg-surface p-4 font-mono text-[0.8125rem] text-fg">
        {value}
      </pre>
    </section>
  )
}
