import { LayoutDashboard, Package } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { LazyCode } from '../../app/lazy-code.ts'
import { LazyPart } from '../../app/lazy-part.tsx'
import { Container } from '../../ui/container.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx'
import { toast } from '../../ui/toast.ts'
import { useCurrentUser } from '../accounts/queries.ts'
import { OverviewTab } from './overview-tab.tsx'
import { ProductGridSkeleton } from './product-card-skeleton.tsx'

const products = new LazyCode(() => import('./products-tab.tsx'))

const profile = new LazyCode(() => import('./profile-tab.tsx'))

const TABS = ['overview', 'products', 'profile'] as const

export default function DashboardPage() {
  const [query, setQuery] = useSearchParams()
  const user = useCurrentUser()
  const tab = TABS.find((name) => name === query.get('tab')) ?? 'overview'
  const justPaid = query.get('payment') === 'complete'

  useEffect(() => {
    if (!justPaid) return
    toast({ title: 'Payment Complete!', description: 'Your products are ready below.', tone: 'success' })
    setQuery(
      (before) => {
        before.delete('payment')
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  }, [justPaid, setQuery])

  // The other tab's code, once this one stands: it then opens at once, also without a network.
  useEffect(() => {
    const timer = setTimeout(products.preload, 1000)
    return () => clearTimeout(timer)
  }, [])

  // A press and the focus that follows both ask, before the address has changed: one entry in the history.
  const asked = useRef<string>(tab)
  useEffect(() => {
    asked.current = tab
  }, [tab])

  function show(next: string) {
    if (next === asked.current) return
    asked.current = next
    setQuery(next === 'overview' ? {} : { tab: next }, { preventScrollReset: true })
  }

  return (
    <Container className="min-h-[calc(100dvh-4rem)] pt-8 pb-section sm:pt-12">
      <h1 className="font-semibold text-3xl text-fg">Dashboard</h1>
      <p className="mt-1 min-h-6 truncate text-muted">{user ? `Signed in as ${user.username}` : null}</p>
      <Tabs value={tab} onValueChange={show} className="mt-6">
        <TabsList label="Dashboard">
          <TabsTrigger value="overview" icon={<LayoutDashboard aria-hidden="true" />}>
            Overview
          </TabsTrigger>
          <TabsTrigger
            value="products"
            icon={<Package aria-hidden="true" />}
            onPointerEnter={products.preload}
            onFocusCapture={products.preload}
          >
            Products
          </TabsTrigger>
          <TabsTrigger value="profile">Profile</TabsTrigger>
        </TabsList>
        <TabsContent value="overview">
          <OverviewTab />
        </TabsContent>
        <TabsContent value="products">
          <LazyPart code={products} fallback={<ProductGridSkeleton />} />
        </TabsContent>
        <TabsContent value="profile">
          <LazyPart code={profile} fallback={null} />
        </TabsContent>
      </Tabs>
    </Container>
  )
}
