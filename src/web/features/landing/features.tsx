import { BellRing, LifeBuoy, RefreshCw, ShieldCheck, Wallet, Workflow } from 'lucide-react'
import { PageSection } from '../../ui/layout/page-section.tsx'
import { AgendaPreview } from './agenda-preview.tsx'
import { FeatureCard } from './feature-card.tsx'
import { PermissionsPreview } from './permissions-preview.tsx'

export function Features() {
  return (
    <PageSection
      id="features"
      title="Scripts do the repetitive work. You decide."
      lead="A script turns a season of small, repeated actions into a schedule you can read, check and sign."
    >
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-12 lg:gap-5">
        <FeatureCard
          wide
          Icon={Workflow}
          title="Full Automation"
          text="Which wallet, which action, at which minute, within which budget: a script works out the whole campaign and simulates it before you move a coin."
        >
          <AgendaPreview />
        </FeatureCard>
        <FeatureCard
          wide
          Icon={ShieldCheck}
          title="Top-Tier Security"
          text="No script asks for your keys. Scripts work on public addresses and hand you unsigned steps; you sign them in your own wallet."
        >
          <PermissionsPreview />
        </FeatureCard>
        <FeatureCard
          Icon={Wallet}
          title="Multi-Wallet Management"
          text="Every address has its own balance and budget. One schedule covers all addresses and keeps the waiting times you set."
        />
        <FeatureCard
          Icon={BellRing}
          title="Real-Time Alerts"
          text="Your dashboard shows the moment a payment is confirmed and a file is ready. No reloading."
        />
        <FeatureCard
          Icon={RefreshCw}
          title="Regular Updates"
          text="Each release has a version, a changelog and a checksum. Three months of them with a single script."
        />
        <FeatureCard
          Icon={LifeBuoy}
          title="Priority Support"
          text="Emails from Premium and Lifetime customers are answered first, by somebody who can read the code."
        />
      </ul>
    </PageSection>
  )
}
