import { quoteName } from '#shared/core/hash-command.ts'
import { useShopOrigin } from '../../lib/use-shop-origin.ts'
import { CopyButton } from '../../ui/data/copy-button.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/layout/tabs.tsx'

/** The lines that download verify.py and check a file, by system. On Windows, they are for PowerShell. */
const SYSTEMS = {
  macOS: { get: 'curl -O', run: 'python3', quote: quoteName },
  Linux: { get: 'curl -O', run: 'python3', quote: quoteName },
  Windows: { get: 'curl.exe -O', run: 'py', quote: (name: string) => quoteName(name, "''") },
} as const

type System = keyof typeof SYSTEMS
const NAMES = Object.keys(SYSTEMS) as System[]

/** The same check on the command line, with verify.py. `fileName` null: a check of the whole log. */
export function CommandLines({ fileName }: { fileName: string | null }) {
  const shop = useShopOrigin()
  return (
    <Tabs defaultValue={NAMES[0] ?? 'macOS'} className="mt-4">
      <TabsList label="Your system" variant="segmented">
        {NAMES.map((system) => (
          <TabsTrigger key={system} value={system}>
            {system}
          </TabsTrigger>
        ))}
      </TabsList>
      {NAMES.map((system) => {
        const { get, run, quote } = SYSTEMS[system]
        const lines = `${get} ${shop}/verify.py\n${run} verify.py ${fileName === null ? '--log' : quote(fileName)}`
        return (
          <TabsContent key={system} value={system} className="pt-3">
            <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-surface p-4">
              <pre className="min-w-0 whitespace-pre-wrap font-mono text-[0.8125rem] text-fg">{lines}</pre>
              <CopyButton size="sm" value={lines} label="Copy both lines" />
            </div>
          </TabsContent>
        )
      })}
    </Tabs>
  )
}
