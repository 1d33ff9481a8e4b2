import type { ReactNode } from 'react'
import type { PagePath } from '#shared/pages/page-table.ts'
import { useRememberReferral } from '../../features/accounts/use-remember-referral.ts'
import { useLinkedCoupon } from '../../features/coupons/use-linked-coupon.ts'
import { StepUpHost } from '../../features/factors/step-up-host.tsx'
import { useLocation } from '../../lib/router/router-context.ts'
import { ScrollToPosition } from '../../lib/router/scroll-to-position.tsx'
import { SkipLink } from '../../ui/layout/skip-link.tsx'
import { Toaster } from '../../ui/overlays/toaster.tsx'
import { useCatchUp } from '../use-catch-up.ts'
import { useRecoverCode } from '../use-recover-code.ts'
import { useStaleErrors } from '../use-stale-errors.ts'
import { CheckoutFooter } from './checkout-footer.tsx'
import { CheckoutHeader } from './checkout-header.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { PageArrival } from './page-arrival.tsx'
import { PendingBar } from './pending-bar.tsx'
import { RecallAlert } from './recall-alert.tsx'

/** The pages that nothing should draw a buyer away from. */
const QUIET: ReadonlySet<string> = new Set<PagePath>(['/checkout', '/coinbase-checkout'])

/** The back office: a place to work, without the shop's navigation and footer. */
const OFFICE: ReadonlySet<string> = new Set<PagePath>([
  '/secure-management/admin-dashboard',
  '/secure-management/recovery',
  '/test-email',
  '/test-coupon',
])

/** The frame of every page: header, content, footer, dialogs of the app, toasts. */
export function Shell({ children }: { children: ReactNode }) {
  useCatchUp()
  useRecoverCode()
  useStaleErrors()
  useRememberReferral()
  useLinkedCoupon()
  const { pathname: path } = useLocation()
  const isCheckout = QUIET.has(path)
  const isOffice = OFFICE.has(path)
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <PendingBar />
      {isCheckout ? <CheckoutHeader /> : <Header isOffice={isOffice} />}
      <RecallAlert />
      <main id="main" tabIndex={-1} className="min-h-[calc(100dvh-4rem)] flex-1 outline-none">
        {children}
      </main>
      {isCheckout ? <CheckoutFooter /> : isOffice ? null : <Footer />}
      <OfflineBar />
      <StepUpHost />
      <Toaster />
      <PageArrival />
      <ScrollToPosition />
    </div>
  )
}
