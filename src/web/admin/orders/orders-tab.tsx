import { useNavigate, useSearchParams } from '../../lib/router/router-context.ts'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/layout/tabs.tsx'
import { adminPath } from '../shell/admin-path.ts'
import { readId } from '../ui/detail-address.ts'
import { OrderDetailView } from './order-detail.tsx'
import { PurchasesList } from './purchases-list.tsx'
import { RefundRequestsList } from './refund-requests-list.tsx'
import { SubscriptionDetailPanel } from './subscription-detail.tsx'
import { SubscriptionsList } from './subscriptions-list.tsx'

const VIEWS = {
  purchases: { label: 'One-time purchases', List: PurchasesList },
  subscriptions: { label: 'Subscriptions', List: SubscriptionsList },
  refunds: { label: 'Refund requests', List: RefundRequestsList },
}
type ViewName = keyof typeof VIEWS
const NAMES = Object.keys(VIEWS) as ViewName[]

export default function OrdersTab() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const order = readId(params.get('order'))
  const subscription = readId(params.get('subscription'))
  const view = NAMES.find((name) => name === params.get('view')) ?? 'purchases'
  if (order !== null) return <OrderDetailView key={order} id={order} />
  if (subscription !== null) return <SubscriptionDetailPanel key={subscription} id={subscription} />

  // Drops the filters from the address, because another list has other filters.
  function show(next: string) {
    navigate(adminPath('orders', { view: next === 'purchases' ? null : next }))
  }

  return (
    <Tabs value={view} onValueChange={show}>
      <TabsList label="Orders" variant="segmented">
        {NAMES.map((name) => (
          <TabsTrigger key={name} value={name}>
            {VIEWS[name].label}
          </TabsTrigger>
        ))}
      </TabsList>
      {NAMES.map((name) => {
        const { List } = VIEWS[name]
        return (
          <TabsContent key={name} value={name} className="pt-4">
            <List />
          </TabsContent>
        )
      })}
    </Tabs>
  )
}
