import { useEffect, useRef } from 'react'
import { BRAND } from '../../lib/brand.ts'
import { useLocation, useNavigate, useSearchParams } from '../../lib/router/router-context.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { NeedsScript } from '../../ui/forms/needs-script.tsx'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/layout/tabs.tsx'
import { DocumentToast } from '../../ui/overlays/document-toast.tsx'
import { AuthBenefits } from './auth-benefits.tsx'
import { BuyingLine } from './buying-line.tsx'
import { FormNotice } from './form-notice.tsx'
import { LoginForm } from './login-form.tsx'
import { LOGIN_NEEDED } from './login-needed.ts'
import { useCurrentUser } from './queries.ts'
import { RegisterForm } from './register-form.tsx'
import { chooseTab, takeReturnAddress } from './return-address.ts'
import { useWaitingProduct } from './use-waiting-product.ts'

/** Login and registration. A signed-in user is redirected to the page they came from. */
export default function AuthPage() {
  const [params, setParams] = useSearchParams()
  const waiting = useWaitingProduct()
  const { state } = useLocation()
  const notice = useHydrated() ? (state as { notice?: string } | null)?.notice : undefined
  const tab = chooseTab(params.get('tab'))
  useLeaveWhenSignedIn()

  function choose(next: string) {
    setParams(
      (before) => {
        before.set('tab', next)
        return before
      },
      { replace: true, preventScrollReset: true, state },
    )
  }

  return (
    <div className="bg-ruled">
      <Container className="grid min-h-[calc(100dvh-4rem)] items-start gap-x-16 gap-y-12 py-10 sm:py-16 lg:grid-cols-[minmax(0,1fr)_28rem]">
        {/* In the order of a phone, and neither moves the other: a document that arrives slowly is shown in parts. */}
        <Card className="w-full max-lg:mx-auto max-lg:max-w-md lg:col-start-2">
          <CardBody>
            <h1 className="font-semibold text-2xl text-fg">
              {tab === 'login' ? `Log in to ${BRAND}` : 'Create your account'}
            </h1>
            {waiting.id ? <BuyingLine productId={waiting.id} /> : null}
            {notice ? <FormNotice tone="info" className="mt-4" text={notice} /> : null}
            {/* The second step of a login has no other tab. */}
            <Tabs
              value={tab}
              onValueChange={choose}
              className="mt-6 has-data-second-step:mt-0 [&:has([data-second-step])>:first-child]:hidden"
            >
              <TabsList label="Account" variant="fill">
                <TabsTrigger value="login">Login</TabsTrigger>
                <TabsTrigger value="register">Register</TabsTrigger>
              </TabsList>
              <NeedsScript>
                Logging in and registering need JavaScript. Turn it on for this site and load the page again.
              </NeedsScript>
              <TabsContent value="login">
                <LoginForm />
              </TabsContent>
              <TabsContent value="register">
                <RegisterForm />
              </TabsContent>
            </Tabs>
          </CardBody>
        </Card>
        <AuthBenefits className="max-lg:mx-auto max-lg:max-w-md lg:col-start-1 lg:row-start-1 lg:pt-8" />
      </Container>
      {waiting.isInDocument ? <DocumentToast {...LOGIN_NEEDED} /> : null}
    </div>
  )
}

function useLeaveWhenSignedIn() {
  const user = useCurrentUser()
  const navigate = useNavigate()
  const left = useRef(false)
  useEffect(() => {
    // `takeReturnAddress` deletes the stored address, so it is called only once.
    if (!user || left.current) return
    left.current = true
    navigate(takeReturnAddress(), { replace: true })
  }, [user, navigate])
}
