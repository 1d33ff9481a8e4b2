import { Outlet, ScrollRestoration } from 'react-router'
import { useRememberReferral } from '../features/accounts/use-remember-referral.ts'
import { SkipLink } from '../ui/skip-link.tsx'
import { Toaster } from '../ui/toaster.tsx'
import { Footer } from './shell/footer.tsx'
import { Header } from './shell/header.tsx'
import { OfflineBar } from './shell/offline-bar.tsx'
import { PageArrival } from './shell/page-arrival.tsx'
import { PendingBar } from './shell/pending-bar.tsx'
import { useAskAgain } from './use-ask-again.ts'

/** Around every page: header, content, footer, toasts. */
export function Shell() {
  useAskAgain()
  useRememberReferral()
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <PendingBar />
      <Header />
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        <Outlet />
      </main>
      <Footer />
      <OfflineBar />
      <Toaster />
      <PageArrival />
      <ScrollRestoration getKey={({ key, pathname, hash }) => (key === 'default' ? pathname + hash : key)} />
    </div>
  )
}
