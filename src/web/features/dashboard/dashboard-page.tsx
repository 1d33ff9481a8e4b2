import { useEffect, useRef } from 'react'
import { afterPaint } from '../../lib/after-paint.ts'
import { whenCalm } from '../../lib/lazy-code.ts'
import { useNavigate, useSearchParams } from '../../lib/router/router-context.ts'
import { LazyPart } from '../../ui/feedback/lazy-part.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/layout/tabs.tsx'
import { useCurrentUser } from '../accounts/queries.ts'
import { TABS } from './dashboard-tabs.ts'
import { PreloadTabContext } from './preload-tab-context.ts'
import { readTab, TAB_NAMES, type TabName, tabSearch } from './tab-names.ts'
import { type Arrival, usePaymentComplete } from './use-payment-complete.ts'
import { usePreloadTab } from './use-preload-tab.ts'

/** One line of at most 45 characters: on a phone a longer one would be cut off. */
const ARRIVALS: Record<Arrival, string | null> = {
  none: null,
  checking: 'Checking your order …',
  waiting: 'Waiting for your payment to be confirmed …',
  late: 'Not confirmed yet. We will email you.',
}

export default function DashboardPage() {
  const user = useCurrentUser()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const preloadTab = usePreloadTab()
  const tab = readTab(query.get('tab'))
  const arrival = usePaymentComplete()

  // The tab's lists are requested at the same time as its code.
  useEffect(() => preloadTab(tab), [preloadTab, tab])

  // Preloads the other tabs' code 1 s after the page's own, so that they open at once, also without a network.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let over = false
    whenCalm().then(() => {
      if (over) return
      timer = setTimeout(() => {
        for (const name of TAB_NAMES) TABS[name].code.preload()
      }, 1000)
    })
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [])

  // A press and the focus that follows both request the tab before the address changes. Only the first adds a history
  // entry.
  const asked = useRef(tab)
  useEffect(() => {
    asked.current = tab
  }, [tab])

  function show(next: TabName) {
    if (next === asked.current) return
    asked.current = next
    navigate({ search: tabSearch(next) }, { preventScrollReset: true })
  }

  return (
    <Container className="min-h-[calc(100dvh-4rem)] pt-8 pb-section sm:pt-12">
      <h1 className="font-semibold text-3xl text-fg">Dashboard</h1>
      <p role={arrival === 'none' ? undefined : 'status'} className="mt-1 min-h-6 truncate text-muted">
        {ARRIVALS[arrival] ?? (user ? `Logged in as ${user.username}` : null)}
      </p>
      <Tabs value={tab} onValueChange={(next) => show(readTab(next))} className="mt-6">
        <TabsList label="Dashboard">
          {TAB_NAMES.map((name) => {
            const { label, Icon } = TABS[name]
            return (
              <TabsTrigger
                key={name}
                value={name}
                icon={<Icon aria-hidden="true" />}
                onPointerEnter={() => afterPaint(() => preloadTab(name))}
                onFocusCapture={() => afterPaint(() => preloadTab(name))}
              >
                {label}
              </TabsTrigger>
            )
          })}
        </TabsList>
        <PreloadTabContext value={preloadTab}>
          {TAB_NAMES.map((name) => {
            const { code, Skeleton } = TABS[name]
            return (
              <TabsContent key={name} value={name}>
                <LazyPart code={code} fallback={<Skeleton />} />
              </TabsContent>
            )
          })}
        </PreloadTabContext>
      </Tabs>
    </Container>
  )
}
