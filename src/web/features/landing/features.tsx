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
      lead="Small, repeated actions become a schedule that you can read, check and sign."
    >
      {/* On phones a row to swipe. */}
      <ul
        aria-label="What the scripts do"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard can scroll it
        tabIndex={0}
        className="grid gap-4 max-sm:-mx-gutter max-sm:flex max-sm:snap-x max-sm:gap-3 max-sm:overflow-x-auto max-sm:scroll-px-gutter max-sm:px-gutter sm:grid-cols-2 lg:grid-cols-12 lg:gap-5"
      >
        <FeatureCard
          wide
          Icon={Workflow}
          title="Full Automation"
          text="A script plans which wallet does what, when and within which budget, and simulates it. Signing stays with you."
        >
          <AgendaPreview />
        </FeatureCard>
        <FeatureCard
          wide
          Icon={ShieldCheck}
          title="Top-Tier Security"
          text="No script asks for your keys. Public addresses are enough; you sign in your own wallet."
        >
          <PermissionsPreview />
        </FeatureCard>
        <FeatureCard
          Icon={Wallet}
          title="Multi-Wallet Management"
          text="One plan for all addresses, each with its own balance, budget and waiting times."
        />
        <FeatureCard
          Icon={BellRing}
          title="Real-Time Alerts"
          text="Your dashboard shows at once when a payment is confirmed and a file is ready."
        />
        <FeatureCard
          Icon={RefreshCw}
          title="Regular Updates"
          text="Each release has a version, a changelog and a checksum. A single script has three months of them."
        />
        <FeatureCard
          Icon={LifeBuoy}
          title="Priority Support"
          text="Premium and Lifetime customers are answered first, by somebody who can read the code."
        />
      </ul>
    </PageSection>
  )
}
