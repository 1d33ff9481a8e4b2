import { LEASE_DAYS } from '#shared/licences/contract.ts'
import { CopyButton } from '../../ui/data/copy-button.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/layout/tabs.tsx'

/** The files of the sample scripts themselves. */
const FILES = [
  { language: 'Python', name: 'lease.py', code: import.meta.env.VITE_LEASE_PYTHON },
  { language: 'Node', name: 'lease.mjs', code: import.meta.env.VITE_LEASE_NODE },
] as const

/** How long a lease is valid, and the code that keeps one. */
export function LeaseCode() {
  return (
    <section className="mt-6 border-line border-t pt-6">
      <h3 className="font-medium text-fg text-sm">When the shop does not answer</h3>
      <p className="mt-2 text-muted text-sm">
        A script that checks its licence gets a signed lease for its device. A lease is valid for {LEASE_DAYS}{' '}
        days, and every check renews it. Until it ends, the script also runs while our shop does not answer.
        After a refund, a dispute or the end of a subscription it is no longer renewed.
      </p>
      <details className="mt-3 text-sm">
        <summary className="cursor-pointer rounded-sm font-medium text-fg">Code for your own scripts</summary>
        <p className="mt-2 text-muted">
          Our scripts contain these files. Save one beside your script, with the licence.json from above, and
          call it first: <code className="font-mono text-fg text-xs">require_lease</code> in Python,{' '}
          <code className="font-mono text-fg text-xs">requireLease</code> in Node, with the product’s name as
          in its address.
        </p>
        <Tabs defaultValue="Python" className="mt-3">
          <TabsList label="Language" variant="segmented">
            {FILES.map(({ language }) => (
              <TabsTrigger key={language} value={language}>
                {language}
              </TabsTrigger>
            ))}
          </TabsList>
          {FILES.map(({ language, name, code }) => (
            <TabsContent key={language} value={language} className="pt-3">
              <div className="rounded-lg border border-line bg-surface">
                <div className="flex items-center justify-between gap-3 border-line border-b px-4 py-2">
                  <span className="font-mono text-muted text-xs">{name}</span>
                  <CopyButton size="sm" value={code} label={`Copy ${name}`} />
                </div>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard can scroll it. */}
                <pre tabIndex={0} className="max-h-72 overflow-auto p-4 font-mono text-fg text-xs leading-5">
                  {code}
                </pre>
              </div>
            </TabsContent>
          ))}
        </Tabs>
      </details>
    </section>
  )
}
