import { ChevronRight } from 'lucide-react'
import { AppLink } from '../../../lib/app-link.tsx'

/** The breadcrumb with a link back to the catalogue. The page's own name is no link. */
export function Breadcrumb({ name }: { name: string }) {
  return (
    <nav aria-label="Breadcrumb" className="text-sm">
      <ol className="flex items-center gap-1.5 text-muted">
        <li className="shrink-0">
          <AppLink
            to="/products"
            className="inline-flex min-h-6 items-center rounded-sm transition-colors hover:text-fg"
          >
            Scripts
          </AppLink>
        </li>
        <li className="flex min-w-0 items-center gap-1.5">
          <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-subtle" />
          <span aria-current="page" className="truncate text-fg">
            {name}
          </span>
        </li>
      </ol>
    </nav>
  )
}
