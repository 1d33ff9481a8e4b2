import { X } from 'lucide-react'
import { AppLink } from '../../lib/app-link.tsx'
import { useSearchParams } from '../../lib/router/router-context.ts'
import { Button } from '../../ui/button.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/layout/tabs.tsx'
import { adminPath } from '../shell/admin-path.ts'
import { readId } from '../ui/detail-address.ts'
import { ExportButton } from '../ui/export-button.tsx'
import { useAddressFilter } from '../ui/use-address-filter.ts'
import { LedgerList } from './ledger-list.tsx'
import { PayoutDetail } from './payout-detail.tsx'
import { PayoutList } from './payout-list.tsx'

const VIEWS = ['open', 'paid', 'referrals'] as const

/** The payout that the address names, or one of the lists: open payouts, paid payouts, commissions. */
export default function PayoutsTab() {
  const [query] = useSearchParams()
  const { set } = useAddressFilter()
  const payoutId = readId(query.get('payout'))
  if (payoutId !== null) return <PayoutDetail key={payoutId} payoutId={payoutId} />
  const view = VIEWS.find((name) => name === query.get('view')) ?? 'open'
  return (
    <Tabs value={view} onValueChange={(next) => set({ view: next === 'open' ? '' : next, referrer: '' })}>
      <TabsList label="Payouts and referrals" variant="segmented">
        <TabsTrigger value="open">Open</TabsTrigger>
        <TabsTrigger value="paid">Paid</TabsTrigger>
        <TabsTrigger value="referrals">Referrals</TabsTrigger>
      </TabsList>
      <TabsContent value="open">
        <PayoutList status="open" />
      </TabsContent>
      <TabsContent value="paid">
        <PayoutList status="paid" />
      </TabsContent>
      <TabsContent value="referrals">
        <Referrals referrer={query.get('referrer') ?? ''} />
      </TabsContent>
    </Tabs>
  )
}

function Referrals({ referrer }: { referrer: string }) {
  if (readId(referrer) === null)
    return (
      <LedgerList
        input={{}}
        title="Referrals"
        description="Every commission and every reversal."
        actions={<ExportButton of="referrals" />}
      />
    )
  return (
    <LedgerList
      input={{ referrer }}
      title={`Referrals of affiliate #${referrer}`}
      actions={
        <>
          <ExportButton of="referrals" narrowed />
          <Button asChild size="sm">
            <AppLink to={adminPath('payouts', { view: 'referrals' })}>
              <X aria-hidden="true" />
              All affiliates
            </AppLink>
          </Button>
        </>
      }
    />
  )
}
