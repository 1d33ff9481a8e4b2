import { useState } from 'react'
import type { RunFacts } from '#shared/catalogue/contract.ts'
import { SYSTEMS, type System } from '#shared/core/hash-command.ts'
import { type RunnableFile, runSteps } from '#shared/run-steps/rules.ts'
import { CopyButton } from '../../ui/data/copy-button.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/layout/tabs.tsx'

export type RunStepsProps = { file: RunnableFile; className?: string }

/**
 * "Run it in three steps": the lines to check, unpack and start this file, to copy, for each system. Empty for an
 * archive that has nothing to start. Only for pages that the browser renders: the lines have the shop's address.
 */
export function RunSteps({ file, className }: RunStepsProps) {
  const [system, setSystem] = useState(() => systemOf(navigator.userAgent))
  const steps = runSteps(file, location.origin)
  if (steps === null) return null
  return (
    <section aria-label="Run it in three steps" className={className}>
      <h2 className="font-semibold text-fg text-lg">Run it in three steps</h2>
      <Tabs value={system} onValueChange={(next) => setSystem(next as System)} className="mt-3">
        <TabsList label="Your system" variant="segmented">
          {SYSTEMS.map((name) => (
            <TabsTrigger key={name} value={name}>
              {name}
            </TabsTrigger>
          ))}
        </TabsList>
        {SYSTEMS.map((name) => (
          <TabsContent key={name} value={name} className="pt-4">
            <ol className="flex flex-col gap-5">
              {steps.map(({ title, text, commands }, index) => (
                <li key={title} className="min-w-0">
                  <p className="font-medium text-fg">
                    {index + 1}. {title}
                  </p>
                  <p className="mt-0.5 break-words text-muted text-sm">{text}</p>
                  <div className="mt-2 flex flex-wrap items-start justify-between gap-3 rounded-lg border border-line bg-surface-2 p-3">
                    <pre className="min-w-0 flex-1 basis-full whitespace-pre-wrap sm:basis-0 wrap-anywhere font-mono text-[0.8125rem] text-fg">
                      {commands[name]}
                    </pre>
                    <CopyButton size="sm" value={commands[name]} label={`Copy step ${index + 1}`} />
                  </div>
                </li>
              ))}
            </ol>
          </TabsContent>
        ))}
      </Tabs>
    </section>
  )
}

/** Whether `RunSteps` shows anything for this file. */
export const hasSteps = <File extends { run: RunFacts | null }>(
  file: File | null | undefined,
): file is File & { run: RunFacts } =>
  file?.run != null && file.run.entry !== null && file.run.language !== 'data'

/** The system of a browser, as far as it says. Phones get the lines for Linux, which macOS has nearly all of too. */
function systemOf(userAgent: string): System {
  if (/Windows/i.test(userAgent)) return 'Windows'
  return /Mac OS X|Macintosh/i.test(userAgent) ? 'macOS' : 'Linux'
}
