import { ChevronDown } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Block } from '../../../lib/read-markdown.ts'
import { useLocation } from '../../../lib/router/router-context.ts'
import { Prose } from '../../../ui/data/prose.tsx'
import { DetailSection } from './detail-section.tsx'

const ANCHOR = 'readme'

/**
 * The README of the archive, closed at first. Its text is in the page, so that a page search finds it. A link to
 * `#readme` opens it: the target is inside, so browsers open it before the app has loaded.
 */
export function Readme({ blocks }: { blocks: readonly Block[] }) {
  const text = useRef<HTMLDetailsElement>(null)
  const { hash } = useLocation()
  useEffect(() => {
    if (hash !== `#${ANCHOR}` || !text.current || text.current.open) return
    text.current.open = true
    text.current.scrollIntoView()
  }, [hash])
  return (
    <DetailSection title="README">
      <p className="max-w-copy text-muted">How to run it, its settings and its results, as in the file.</p>
      <details ref={text} className="group mt-4 scroll-mt-20 rounded-lg border border-line bg-surface">
        <summary className="flex list-none items-center justify-between gap-4 rounded-lg px-4 py-3 font-medium text-fg text-sm transition-colors hover:bg-hover [&::-webkit-details-marker]:hidden">
          <h3>Read the README</h3>
          <ChevronDown
            aria-hidden="true"
            className="size-4.5 shrink-0 text-subtle transition-transform group-open:rotate-180"
          />
        </summary>
        <div id={ANCHOR} className="scroll-mt-32 px-4 pb-5">
          <Prose blocks={blocks} />
        </div>
      </details>
    </DetailSection>
  )
}
