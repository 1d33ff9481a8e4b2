import { Package } from 'lucide-react'
import type { TopProduct } from '#shared/stats/contract.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { adminPath } from '../shell/admin-path.ts'
import { count, usd } from './stats-format.ts'
import { statsCell, statsHead } from './table-styles.ts'

/** The best-selling products of the period, by revenue. */
export function TopProductsCard({ products }: { products: readonly TopProduct[] }) {
  return (
    <Card>
      <CardHeader className="pb-4">
        <CardTitle as="h2">Top products</CardTitle>
        <CardDescription>By revenue, after refunds and disputes.</CardDescription>
      </CardHeader>
      {products.length === 0 ? (
        <EmptyState
          bare
          className="border-line border-t"
          icon={<Package />}
          title="No sales in this period."
          text="Choose a longer period to see what sold."
        />
      ) : (
        <table aria-label="Top products" className="w-full border-line border-t text-sm">
          <thead className="text-muted text-xs">
            <tr>
              <th scope="col" className={`${statsHead} text-left`}>
                Product
              </th>
              <th scope="col" className={`${statsHead} text-right`}>
                Orders
              </th>
              <th scope="col" className={`${statsHead} text-right`}>
                Revenue
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-line border-t">
            {products.map((product) => (
              <tr key={product.id}>
                <th scope="row" className={`${statsCell} min-w-0 break-words text-left font-medium text-fg`}>
                  <AppLink to={adminPath('products', { product: product.id })} className="hover:underline">
                    {product.name}
                  </AppLink>
                </th>
                <td className={`${statsCell} text-right tabular-nums text-fg`}>
                  {count(product.orders)}
                  <div className="text-subtle text-xs">Before: {count(product.ordersBefore)}</div>
                </td>
                <td className={`${statsCell} text-right tabular-nums text-fg`}>
                  {usd(product.revenue)}
                  <div className="text-subtle text-xs">Before: {usd(product.revenueBefore)}</div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}
