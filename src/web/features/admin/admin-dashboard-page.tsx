import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { LazyPart } from '../../app/lazy-part.tsx'
import { Container } from '../../ui/container.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx'
import { adminPath } from './admin-path.ts'
import { ADMIN_TAB_NAMES, ADMIN_TABS, type AdminTabName, readAdminTab } from './admin-tabs.ts'

export default function AdminDashboardPage() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const tab = readAdminTab(query.get('tab'))

  // A press and the focus that follows both ask, before the address has changed: one entry in the history.
  const asked = useRef(tab)
  useEffect(() => {
    asked.current = tab
  }, [tab])

  function show(next: AdminTabName) {
    if (next === asked.current) return
    asked.current = next
    navigate(adminPath(next), { preventScrollReset: true })
  }

  return (
    <Container className="min-h-[calc(100dvh-4rem)] pt-8 pb-section sm:pt-12">
      <h1 className="font-semibold text-3xl text-fg">Admin</h1>
      <Tabs value={tab} onValueChange={(next) => show(readAdminTab(next))} className="mt-6">
        <TabsList label="Admin">
          {ADMIN_TAB_NAMES.map((name) => {
            const { label, Icon, code } = ADMIN_TABS[name]
            return (
              <TabsTrigger
                key={name}
                value={name}
                icon={<Icon aria-hidden="true" />}
                onPointerEnter={() => code.preload()}
              >
                {label}
              </TabsTrigger>
            )
          })}
        </TabsList>
        {ADMIN_TAB_NAMES.map((name) => (
          <TabsContent key={name} value={name}>
            <LazyPart
              code={ADMIN_TABS[name].code}
              fallback={<Skeleton className="h-72 w-full rounded-xl" />}
            />
          </TabsContent>
        ))}
      </Tabs>
    </Container>
  )
}
