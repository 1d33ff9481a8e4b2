import { useSearchParams } from '../../lib/router/router-context.ts'
import { Container } from '../../ui/layout/container.tsx'
import { useMay } from '../ui/for-role.tsx'
import { AdminLiveProvider } from './admin-live-provider.tsx'
import { AdminSections } from './admin-sections.tsx'
import { firstTab, readAdminTab } from './admin-tabs.ts'

export default function AdminDashboardPage() {
  const [query] = useSearchParams()
  const may = useMay()
  const asked = query.get('tab')
  const tab = asked === null ? firstTab(may) : readAdminTab(asked)
  return (
    <Container width="wide" className="min-h-[calc(100dvh-4rem)] pt-8 pb-section sm:pt-10">
      <h1 className="font-semibold text-3xl text-fg">Admin</h1>
      <AdminLiveProvider tab={tab}>
        <AdminSections tab={tab} />
      </AdminLiveProvider>
    </Container>
  )
}
