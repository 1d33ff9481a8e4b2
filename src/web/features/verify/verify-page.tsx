import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { LogRefused } from '#shared/publishers/key-periods-rules.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { FileDrop } from '../../ui/forms/file-drop.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { checkFile } from './check-file.ts'
import { CommandLines } from './command-lines.tsx'
import { readLog } from './read-log.ts'
import { Result } from './result.tsx'

/** Read once: with it, files are checked without a connection. */
const logQuery = { queryKey: ['/log'], queryFn: readLog, staleTime: Number.POSITIVE_INFINITY, retry: false }

/** Checks a downloaded file against the public log, in the browser. */
export default function VerifyPage() {
  const isReady = useHydrated()
  const client = useQueryClient()
  const log = useQuery(logQuery)
  const { mutate, ...check } = useMutation({
    networkMode: 'always',
    mutationFn: async (file: File) => checkFile(file, await client.ensureQueryData(logQuery)),
  })
  return (
    <Container className="min-h-[calc(100dvh-4rem)] pt-10 pb-section sm:pt-14">
      <h1 className="font-semibold text-3xl text-fg sm:text-4xl">Check a file</h1>
      <p className="mt-3 max-w-copy text-lg text-muted">
        Choose a file that you downloaded here. Your browser compares it with the public log of all releases.
        The file stays on your computer.
      </p>
      <div className="mt-8 max-w-3xl">
        <noscript className="mb-5 block text-muted text-sm">
          Choosing a file needs JavaScript. Without it, use verify.py, which makes the same check.
        </noscript>
        <FileDrop
          label={check.isPending ? 'Checking the file…' : 'Choose a file'}
          disabled={!isReady || check.isPending}
          variant="primary"
          hint={
            <span className="block min-h-10 sm:min-h-0">
              <LogState entryCount={log.data?.entries.length} isRefused={log.error !== null} />
            </span>
          }
          onFile={mutate}
          className="py-10"
        />
        <div role="status">{check.data ? <Result checked={check.data} /> : null}</div>
        {(check.error ?? log.error) ? (
          <Failure
            error={check.error ?? log.error}
            onRetry={() => {
              check.reset()
              log.refetch()
            }}
            isRetrying={log.isFetching}
          />
        ) : null}
        <section aria-labelledby="command-line" className="mt-12 border-line border-t pt-8">
          <h2 id="command-line" className="font-semibold text-fg text-xl">
            On the command line
          </h2>
          <p className="mt-2 max-w-copy text-muted">
            <a href="/verify.py" download className={LINK}>
              verify.py
            </a>{' '}
            makes the same check without a browser. It needs Python 3.8 or newer, and only reads your file.
            With its option --kept, it remembers the log’s key and checkpoint, and notices if older entries of
            the log were changed.
          </p>
          <CommandLines fileName={check.data?.name ?? 'script.zip'} />
        </section>
        <section aria-labelledby="limits" className="mt-12 border-line border-t pt-8">
          <h2 id="limits" className="font-semibold text-fg text-xl">
            What this check does not show
          </h2>
          <p className="mt-2 max-w-copy text-muted">
            It shows who published a file and that nobody changed it since. It does not show that its code is
            harmless: look at the code before you run it. This page itself comes from the shop. If you do not
            want to rely on it, keep a copy of verify.py and of the log’s checkpoint.
          </p>
        </section>
      </div>
    </Container>
  )
}

const LINK = 'rounded-sm text-fg underline decoration-line-strong underline-offset-4 hover:decoration-current'

function LogState({ entryCount, isRefused }: { entryCount: number | undefined; isRefused: boolean }) {
  if (isRefused) return 'The public log could not be checked.'
  return entryCount === undefined
    ? 'or drop it here. Reading the public log…'
    : `or drop it here. The public log is read (${entryCount} ${entryCount === 1 ? 'entry' : 'entries'}): you can go offline now.`
}

type FailureProps = { error: Error | null; onRetry: () => void; isRetrying: boolean }

function Failure({ error, onRetry, isRetrying }: FailureProps) {
  const isOld = error instanceof DOMException && error.name === 'NotSupportedError'
  return (
    <ErrorState
      className="mt-6"
      title={
        error instanceof LogRefused
          ? 'The public log does not pass its check'
          : 'The file could not be checked'
      }
      text={
        error instanceof LogRefused
          ? `${error.message}. Do not run files of this shop until this is explained, and tell us.`
          : isOld
            ? 'This browser cannot check Ed25519 signatures. Use a newer one, or verify.py.'
            : 'The public log or the file could not be read. Check your connection and try again.'
      }
      onRetry={onRetry}
      retrying={isRetrying}
    />
  )
}
