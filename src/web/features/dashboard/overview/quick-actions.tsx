import { useQuery } from '@tanstack/react-query'
import { ArrowUpRight, ChevronRight, Download, LayoutGrid, type LucideIcon, Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { AppLink } from '../../../lib/app-link.tsx'
import { Card, CardHeader, CardTitle } from '../../../ui/layout/card.tsx'
import { myProductsQuery } from '../../access/queries.ts'
import { TabLink } from '../tab-link.tsx'

const rowStyles =
  'group flex items-center gap-3.5 px-5 py-3 text-sm transition-colors hover:bg-hover focus-visible:-outline-offset-2 sm:px-6'

export function QuickActions() {
  const { data } = useQuery(myProductsQuery())
  const count = data?.length ?? 0
  // Lifetime is the highest plan, so it has no upgrade.
  const hasLifetime = data?.some(({ access }) => access.source === 'lifetime')
  return (
    <Card className="overflow-hidden">
      <CardHeader className="pb-4">
        <CardTitle as="h2">Quick actions</CardTitle>
      </CardHeader>
      <ul className="divide-y divide-line border-line border-t">
        <li>
          <TabLink tab="products" className={rowStyles}>
            <Label Icon={Download} title="Download Files">
              {count > 0 ? `${count} ready to download` : 'Your purchases appear here'}
            </Label>
          </TabLink>
        </li>
        <li>
          <TabLink tab="products" className={rowStyles}>
            <Label Icon={Mail} title="Email Files">
              Send a file to any address
            </Label>
          </TabLink>
        </li>
        <li>
          <TabLink tab="scripts" className={rowStyles}>
            <Label Icon={LayoutGrid} title="Browse scripts">
              Every script in the shop
            </Label>
          </TabLink>
        </li>
        {hasLifetime ? null : (
          <li>
            <AppLink to="/pricing" className={rowStyles}>
              <Label Icon={ArrowUpRight} title="Upgrade Account">
                Compare Premium and Lifetime
              </Label>
            </AppLink>
          </li>
        )}
      </ul>
    </Card>
  )
}

function Label({ Icon, title, children }: { Icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <>
      <Icon aria-hidden="true" className="size-4.5 shrink-0 text-subtle" />
      <span className="min-w-0 flex-1">
        <span className="block font-medium text-fg">{title}</span>
        <span className="block text-muted text-xs">{children}</span>
      </span>
      <ChevronRight
        aria-hidden="true"
        className="size-4 shrink-0 text-subtle transition-transform group-hover:translate-x-0.5"
      />
    </>
  )
}
