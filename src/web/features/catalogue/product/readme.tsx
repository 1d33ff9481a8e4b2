import { ChevronDown } from 'lucide-react'
import type { Block } from '../../../lib/read-markdown.ts'
import { Prose } from '../../../ui/data/prose.tsx'
import { DetailSection } from './detail-section.tsx'

/** The README of the archive, closed at first. Its text is in the page, so that a page search finds it. */
export const Readme = ({ blocks }: { blocks: readonly Block[] }) => (
  <DetailSection title="README">
    <p className="max-w-copy text-muted">How to run it, its settings and its results, as in the file.</p>
    <details className="group mt-4 rounded-lg border border-line bg-surface">
      <summary className="flex list-none items-center justify-between gap-4 rounded-lg px-4 py-3 font-medium text-fg text-sm transition-colors hover:bg-hover [&::-webkit-details-marker]:hidden">
        <h3>Read the README</h3>
        <ChevronDown
          aria-hidden="true"
          className="size-4.5 shrink-0 text-subtle transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="px-4 pb-5">
        <Prose blocks={blocks} />
      </div>
    </details>
  </DetailSection>
)
