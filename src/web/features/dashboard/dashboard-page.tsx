import { LayoutDashboard, Package } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { Container } from '../../ui/container.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx'
import { toast } from '../../ui/toast.ts'
import { useCurrentUser } from '../accounts/queries.ts'
import { OverviewTab } from './overview-tab.tsx'
import { ProductGridSkeleton } from './product-card-skeleton.tsx'

const loadProducts = () => import('./products-tab.tsx')
const ProductsTab = lazy(loadProducts)

const TABS = ['overview', 'products'] as const

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

  function show(next: string) {
    setQuery(next === 'overview' ? {} : { tab: next }, { preventScrollReset: true })
  }

  return (
    <Container className="pt-8 pb-section sm:pt-12">
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
            onPointerEnter={loadProducts}
            onFocusCapture={loadProducts}
          >
            Products
          </TabsTrigger>
        </TabsList>
        <TabsContent value="overview">
          <OverviewTab />
        </TabsContent>
        <TabsContent value="products">
          <Suspense fallback={<ProductGridSkeleton />}>
            <ProductsTab />
          </Suspense>
        </TabsContent>
      </Tabs>
    </Container>
  )
}
