import { CopyButton } from '../../../ui/data/copy-button.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../../ui/layout/tabs.tsx'
import { DetailSection } from './detail-section.tsx'
import { hashCommand, SYSTEMS } from './hash-command.ts'

export type HashCheckProps = { sha256: string; fileName: string }

/** Instructions for checking, before running the file, that it equals the published one. */
export function HashCheck({ sha256, fileName }: HashCheckProps) {
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
              <code className="min-w-0 break-all text-[0.8125rem] text-fg">
                {hashCommand(system, fileName)}
              </code>
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
    </DetailSection>
  )
}
