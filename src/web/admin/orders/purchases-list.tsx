import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ShoppingCart } from 'lucide-react'
import type { Order } from '#shared/orders/contract.ts'
import { PAYMENT_STATUSES } from '#shared/payments/contract.ts'
import { productsQuery } from '../../features/catalogue/queries.ts'
import { PURCHASE_MARKS } from '../../features/payments/purchase-status.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/data/badge.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { DayField } from '../ui/day-field.tsx'
import { useDetailAddress } from '../ui/detail-address.ts'
import { ExportButton } from '../ui/export-button.tsx'
import { type Column, ListCard } from '../ui/list-card.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { useAddressFilter } from '../ui/use-address-filter.ts'
import { BuyerCell, OrderAmount, OrderStatus } from './order-cells.tsx'
import { type OrderListFilter, ordersQuery } from './orders-queries.ts'

const STATUSES = [
  { value: 'all', label: 'Every status' },
  { value: 'flagged', label: 'Needs attention' },
  ...PAYMENT_STATUSES.map((value) => ({ value, label: PURCHASE_MARKS[value].label })),
]
const FILTERS = ['status', 'product', 'from', 'to', 'user'] as const

/** Payments: the filtered one-time purchases, or all orders that a search finds. */
export function PurchasesList() {
  const { get, set } = useAddressFilter()
  const filter = readFilter(get)
  const query = useInfiniteQuery(ordersQuery(filter))
  const searching = get('q') !== ''
  const narrowed = searching || FILTERS.some((name) => get(name) !== '')
  const clear = () => set({ q: '', status: '', product: '', from: '', to: '', user: '' })
  return (
    <ListCard
      title={searching || get('user') || filter.flagged ? 'Orders' : 'One-time purchases'}
      description={
        searching
          ? 'Search covers all orders and renewals, whatever the filter.'
          : get('user')
            ? `All orders of account #${get('user')}.`
            : filter.flagged
              ? 'All orders that need your attention, subscriptions included.'
              : 'Every one-time purchase with its customer and its status.'
      }
      actions={
        <>
          <ExportButton of="invoices" filter={{ from: filter.from, to: filter.to }} label="Export invoices" />
          <Export filter={filter} />
        </>
      }
      filters={
        <>
          <SearchField label="Order reference or number, email, username or provider’s ID" />
          {narrowed ? (
            <Button variant="ghost" size="sm" onClick={clear}>
              Clear
            </Button>
          ) : null}
          {searching || get('user') ? null : <Filters />}
        </>
      }
      query={query}
      columns={ORDER_COLUMNS}
      keyOf={({ id }) => id}
      noun="orders"
      empty={{
        icon: <ShoppingCart />,
        title: 'No purchases found.',
        text: narrowed ? 'Try another search or filter.' : 'Orders appear here as soon as a checkout starts.',
        ...(narrowed && { action: <Button onClick={clear}>Show all</Button> }),
      }}
    />
  )
}

function readFilter(get: (name: string) => string): OrderListFilter {
  const status = PAYMENT_STATUSES.find((one) => one === get('status'))
  const entries = Object.entries({ q: get('q'), product: get('product'), from: get('from'), to: get('to') })
  return {
    ...Object.fromEntries(entries.filter(([, value]) => value !== '')),
    ...(status && { status }),
    ...(get('status') === 'flagged' && { flagged: 'true' as const }),
    ...(get('user') && { user: get('user') }),
  }
}

/** The export knows no search, account or flag. With one of those filters, the file has all orders. */
function Export({ filter: { q, user, flagged, ...filter } }: { filter: OrderListFilter }) {
  if (q || user || flagged) return <ExportButton of="orders" narrowed />
  return <ExportButton of="orders" filter={{ ...filter, type: 'one-time' }} />
}

function Filters() {
  const { get, set } = useAddressFilter()
  const { data: products = [] } = useQuery(productsQuery())
  const choose = (name: string) => (value: string) => set({ [name]: value === 'all' ? '' : value })
  const flagged = get('status') === 'flagged'
  return (
    <div className="flex w-full flex-wrap gap-2">
      <Select
        aria-label="Status"
        value={get('status') || 'all'}
        onValueChange={choose('status')}
        options={STATUSES}
        className="w-44 max-sm:w-full"
      />
      {flagged ? null : (
        <>
          <Select
            aria-label="Product"
            value={get('product') || 'all'}
            onValueChange={choose('product')}
            options={[
              { value: 'all', label: 'Every product' },
              ...products.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            className="w-52 max-sm:w-full"
          />
          <DayField label="From" name="from" />
          <DayField label="To" name="to" />
        </>
      )}
    </div>
  )
}

function OrderLink({ order }: { order: Order }) {
  const { to } = useDetailAddress('order')
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <TextLink to={to(order.id)}>
        <span className="font-mono">#{order.id}</span> {order.product.name}
      </TextLink>
      {order.purchaseType === 'subscription' ? <Badge>Subscription</Badge> : null}
    </span>
  )
}

export const ORDER_COLUMNS: Column<Order>[] = [
  { head: 'Order', main: true, cell: (order) => <OrderLink order={order} /> },
  { head: 'Customer', cell: (order) => <BuyerCell user={order.user} email={order.email} /> },
  { head: 'Status', cell: (order) => <OrderStatus order={order} /> },
  { head: 'Started', cell: ({ createdAt }) => <RelativeTime dense value={createdAt} /> },
  { head: 'Amount', end: true, cell: (order) => <OrderAmount order={order} /> },
]
