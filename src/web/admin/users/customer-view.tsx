import { useQuery } from '@tanstack/react-query'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx'
import { adminPath } from '../shell/admin-path.ts'
import { DetailFrame } from '../ui/detail-frame.tsx'
import { useAddressFilter } from '../ui/use-address-filter.ts'
import { CustomerAccess } from './customer-access.tsx'
import { CustomerHistory } from './customer-history.tsx'
import { CustomerDownloads, CustomerMails, CustomerPurchases } from './customer-lists.tsx'
import { CustomerMarks } from './customer-marks.tsx'
import { CustomerNotes } from './customer-notes.tsx'
import { CustomerOverview } from './customer-overview.tsx'
import { CustomerReferrals } from './customer-referrals.tsx'
import { CustomerSessions } from './customer-sessions.tsx'
import { CustomerSubscriptions } from './customer-subscriptions.tsx'
import { customerQuery } from './customers-queries.ts'

const SECTIONS = {
  overview: { label: 'Overview', Section: CustomerOverview },
  access: { label: 'Access', Section: CustomerAccess },
  purchases: { label: 'Purchases', Section: CustomerPurchases },
  subscriptions: { label: 'Subscriptions', Section: CustomerSubscriptions },
  downloads: { label: 'Downloads', Section: CustomerDownloads },
  mails: { label: 'Mails', Section: CustomerMails },
  referrals: { label: 'Referrals', Section: CustomerReferrals },
  sessions: { label: 'Sessions', Section: CustomerSessions },
  notes: { label: 'Notes', Section: CustomerNotes },
  history: { label: 'History', Section: CustomerHistory },
}
type SectionName = keyof typeof SECTIONS
const NAMES = Object.keys(SECTIONS) as SectionName[]

/** One account with everything around it. */
export function CustomerView({ id }: { id: number }) {
  const { get, set } = useAddressFilter()
  const query = useQuery(customerQuery(id))
  const customer = query.data
  const section = NAMES.find((name) => name === get('section')) ?? 'overview'
  return (
    <DetailFrame noun="user" back={{ to: adminPath('users'), label: 'All users' }} query={query}>
      {customer ? (
        <>
          <div>
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
              <h2 className="min-w-0 break-all font-semibold text-2xl text-fg">
                {customer.account.username}
              </h2>
              <CustomerMarks customer={customer.account} />
            </div>
            <p className="mt-1 break-all text-muted text-sm">{customer.account.email}</p>
          </div>
          <Tabs value={section} onValueChange={(next) => set({ section: next === 'overview' ? '' : next })}>
            <TabsList label="What of the user" look="segmented">
              {NAMES.map((name) => (
                <TabsTrigger key={name} value={name}>
                  {SECTIONS[name].label}
                </TabsTrigger>
              ))}
            </TabsList>
            {NAMES.map((name) => {
              const { Section } = SECTIONS[name]
              return (
                <TabsContent key={name} value={name}>
                  <Section customer={customer} />
                </TabsContent>
              )
            })}
          </Tabs>
        </>
      ) : null}
    </DetailFrame>
  )
}
