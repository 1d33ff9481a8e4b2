import { ShieldCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useCurrentUser } from '../../features/accounts/queries.ts'
import { useNavigate } from '../../lib/router/router-context.ts'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/layout/tabs.tsx'
import { AdminLoginForm } from './admin-login-form.tsx'
import { ADMIN_PATH } from './admin-path.ts'
import { CreateAdminForm } from './create-admin-form.tsx'

export default function ManagementAccessPage() {
  const user = useCurrentUser()
  const [tab, setTab] = useState('login')
  const navigate = useNavigate()
  const isAdmin = user?.isAdmin === true
  useEffect(() => {
    if (isAdmin) navigate(ADMIN_PATH, { replace: true })
  }, [isAdmin, navigate])
  if (isAdmin) return null
  return (
    <Container className="grid min-h-[calc(100dvh-4rem)] place-items-center py-10">
      <Card className="w-full max-w-md">
        <CardBody>
          <ShieldCheck aria-hidden="true" className="size-6 text-subtle" />
          <h1 className="mt-4 font-semibold text-2xl text-fg">Management access</h1>
          <p className="mt-1 text-muted text-sm">For the people who run this shop.</p>
          <Tabs value={tab} onValueChange={setTab} className="mt-6">
            <TabsList label="Management access" variant="fill">
              <TabsTrigger value="login">Login</TabsTrigger>
              <TabsTrigger value="create">Create Admin</TabsTrigger>
            </TabsList>
            <TabsContent value="login">
              <AdminLoginForm />
            </TabsContent>
            <TabsContent value="create">
              <CreateAdminForm />
            </TabsContent>
          </Tabs>
        </CardBody>
      </Card>
    </Container>
  )
}
