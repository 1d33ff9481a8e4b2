import type { LogEntry } from '#shared/log/contract.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { CommandLines } from '../verify/command-lines.tsx'

const LINK = 'rounded-sm text-fg underline decoration-line-strong underline-offset-4 hover:decoration-current'

/** How a reader proves that the log has an entry. */
export function EntryProof({ index, entry }: { index: number; entry: LogEntry | null }) {
  const hasFile = entry?.type === 'publish' || entry?.type === 'yank' || entry?.type === 'recall'
  return (
    <section aria-labelledby="proof" className="mt-12 border-line border-t pt-8">
      <h2 id="proof" className="font-semibold text-fg text-xl">
        Prove it
      </h2>
      <p className="mt-2 max-w-copy text-muted">
        The{' '}
        <a href={`/log/proof/${index}`} className={LINK}>
          proof of entry {index}
        </a>{' '}
        has the hashes that lead from its leaf hash to the root of the newest checkpoint, and that checkpoint
        with its signature.
      </p>
      <p className="mt-3 max-w-copy text-muted">
        {hasFile ? (
          <>
            If you have the file,{' '}
            <AppLink to="/verify" className={LINK}>
              check it in the browser
            </AppLink>{' '}
            or with{' '}
          </>
        ) : (
          'Check the whole log with '
        )}
        <a href="/verify.py" download className={LINK}>
          verify.py
        </a>
        . It needs Python 3.8 or newer, reads all entries, and compares their root with the signed one.
      </p>
      <CommandLines fileName={hasFile ? 'FILE.zip' : null} />
    </section>
  )
}
