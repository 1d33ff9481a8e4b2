import { hashCommand, quoteName, SYSTEMS } from '#shared/core/hash-command.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { CopyButton } from '../../../ui/data/copy-button.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../../ui/layout/tabs.tsx'
import { DetailSection } from './detail-section.tsx'

export type HashCheckProps = {
  sha256: string
  fileName: string
  /** The release is signed, and in the public log. */
  isLogged: boolean
}

/** Instructions for checking, before running the file, that it equals the published one. */
export function HashCheck({ sha256, fileName, isLogged }: HashCheckProps) {
  return (
    <DetailSection title="Check the file">
      <p className="max-w-copy text-muted">
        Every release has a fingerprint, its SHA-256. Compute it for your download with one command, in the
        folder the file is in. If the two are the same, your file is exactly the one that was published here.
      </p>
      <div className="mt-4 rounded-lg border border-line bg-surface p-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h3 className="font-medium text-fg text-sm">SHA-256</h3>
          <CopyButton size="sm" value={sha256} label="Copy SHA-256" />
        </div>
        <p className="mt-2 break-all font-mono text-[0.8125rem] text-fg">{sha256}</p>
      </div>
      <Tabs defaultValue={SYSTEMS[0]} className="mt-4">
        <TabsList label="Your system" variant="segmented">
          {SYSTEMS.map((system) => (
            <TabsTrigger key={system} value={system}>
              {system}
            </TabsTrigger>
          ))}
        </TabsList>
        {SYSTEMS.map((system) => (
          <TabsContent key={system} value={system} className="pt-3">
            <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-surface p-4">
              <code className="min-w-0 text-[0.8125rem] text-fg">{hashCommand(system, fileName)}</code>
              <CopyButton size="sm" value={hashCommand(system, fileName)} label="Copy command" />
            </div>
            {system === 'Windows' ? (
              <p className="mt-2 text-muted text-sm">
                In PowerShell. It prints capital letters; they count the same.
              </p>
            ) : null}
          </TabsContent>
        ))}
      </Tabs>
      {isLogged ? <LogCheck sha256={sha256} fileName={fileName} /> : null}
    </DetailSection>
  )
}

const LINK = 'rounded-sm text-fg underline decoration-line-strong underline-offset-4 hover:decoration-current'

/** The check of the publisher's signature and of the public log. */
function LogCheck({ sha256, fileName }: { sha256: string; fileName: string }) {
  const command = `python3 verify.py ${quoteName(fileName)}`
  return (
    <div className="mt-6">
      <h3 className="font-medium text-fg">Check who published it</h3>
      <p className="mt-1 max-w-copy text-muted">
        The publisher signed this release on a computer that the shop cannot reach, and the release is{' '}
        <AppLink to={`/log?hash=${sha256}`} className={LINK}>
          in a public log
        </AppLink>
        .{' '}
        <AppLink to="/verify" className={LINK}>
          Check your file in the browser
        </AppLink>
        , or with{' '}
        <a href="/verify.py" download className={LINK}>
          verify.py
        </a>
        . It needs Python 3.8 or newer, and only reads your file. With its option --kept, each later check
        also shows whether older entries of the log were changed.
      </p>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-surface p-4">
        <code className="min-w-0 text-[0.8125rem] text-fg">{command}</code>
        <CopyButton size="sm" value={command} label="Copy check" />
      </div>
    </div>
  )
}
