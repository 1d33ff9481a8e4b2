import type { ChangelogEntry as Entry } from '#shared/catalogue/contract.ts'
import { ChangelogEntry } from './entry.tsx'
import { releaseMonths } from './release-months.ts'

/** Releases grouped by month of publication. On wide screens, the month stays visible beside its releases. */
export function ChangelogList({ entries }: { entries: readonly Entry[] }) {
  return releaseMonths(entries).map(({ title, entries }) => (
    <section
      key={title}
      aria-label={title}
      className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-6 border-line border-t py-10 first:border-t-0 first:pt-0 lg:grid-cols-[10rem_minmax(0,1fr)]"
    >
      <h2 className="self-start font-semibold text-fg text-lg lg:sticky lg:top-24">{title}</h2>
      <ol className="flex flex-col gap-8">
        {entries.map((entry) => (
          <ChangelogEntry key={entry.id} entry={entry} />
        ))}
      </ol>
    </section>
  ))
}
