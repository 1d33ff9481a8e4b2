import { TriangleAlert } from 'lucide-react'
import { useSeller } from '../../features/seller/queries.ts'
import { Card } from '../../ui/layout/card.tsx'
import { adminPath } from '../shell/admin-path.ts'
import { TextLink } from '../ui/text-link.tsx'

/** Says that nobody is named as the seller; nothing where somebody is. */
export function SellerMissing() {
  if (useSeller() !== null) return null
  return (
    <Card className="flex-row items-start gap-3 p-5 text-sm" role="note">
      <TriangleAlert aria-hidden="true" className="mt-px size-5 shrink-0 text-warning" />
      <p className="text-muted">
        <strong className="font-medium text-fg">No seller is named.</strong> Customers cannot see who sells
        here, and invoices have no seller. An owner fills it in under{' '}
        <TextLink to={adminPath('seller', {})}>Seller</TextLink>.
      </p>
    </Card>
  )
}
