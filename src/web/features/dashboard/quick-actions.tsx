import { useQuery } from '@tanstack/react-query'
import { ArrowUpRight, Download, type LucideIcon, Search } from 'lucide-react'
import { Link, type To } from 'react-router'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { myProductsQuery } from '../access/queries.ts'

type Action = { to: To; title: string; text: string; Icon: LucideIcon }

const actions: Action[] = [
  { to: '?tab=products', title: 'Download Files', text: 'Every file you may open', Icon: Download },
  { to: '/#scripts', title: 'Browse scripts', text: 'Find the next one', Icon: Search },
]
const upgrade: Action = {
  to: '/#pricing',
  title: 'Upgrade Account',
  text: 'Premium or Lifetime',
  Icon: ArrowUpRight,
}

export function QuickActions() {
  const { data } = useQuery(myProductsQuery())
  // Above Lifetime there is nothing to upgrade to.
  const hasLifetime = data?.some(({ access }) => access.source === 'lifetime')
  return (
    <Card className="overflow-hidden">
      <CardHeader className="pb-3">
        <CardTitle as="h2">Quick actions</CardTitle>
      </CardHeader>
      <ul className="divide-y divide-line border-line border-t">
        {(hasLifetime ? actions : [...actions, upgrade]).map(({ to, title, text, Icon }) => (
          <li key={title}>
            <Link
              to={to}
              className="flex items-center gap-3.5 px-5 py-3.5 text-sm transition-colors hover:bg-hover focus-visible:-outline-offset-2 sm:px-6"
            >
              <Icon aria-hidden="true" className="size-4.5 shrink-0 text-subtle" />
              <span className="min-w-0">
                <span className="block font-medium text-fg">{title}</span>
                <span className="block text-muted text-xs">{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
