import { ArrowRight } from 'lucide-react'
import { Button } from '../button.tsx'
import { Accordion, AccordionItem } from '../layout/accordion.tsx'
import { Container } from '../layout/container.tsx'
import { Logo } from '../layout/logo.tsx'
import { PageSection } from '../layout/page-section.tsx'
import { SkipLink } from '../layout/skip-link.tsx'
import { Toaster } from '../overlays/toaster.tsx'
import { ThemeSwitch } from '../theme/theme-switch.tsx'
import { Buttons, Colours, Type } from './basics.tsx'
import { Cards, Covers, Figures } from './data.tsx'
import { Choices, Fields } from './forms.tsx'
import { Messages, Navigation, Overlays, States } from './surfaces.tsx'

/** `/ui`, development only: every component in every state. */
export default function GalleryPage() {
  return (
    <>
      <SkipLink />
      <header className="sticky top-0 z-40 border-line border-b bg-bg">
        <Container className="flex h-16 items-center justify-between gap-4">
          <Logo />
          <ThemeSwitch />
        </Container>
      </header>
      <main id="main" className="pb-24">
        <Container className="flex flex-col gap-16 pt-12">
          <div>
            <h1 className="font-semibold text-4xl">Components</h1>
            <p className="mt-3 max-w-copy text-lg text-muted">
              Every part of the interface in every state. Look at it at 390, 768 and 1440 px, in both themes.
            </p>
          </div>
          <Colours />
          <Type />
          <Buttons />
          <Fields />
          <Choices />
          <Navigation />
          <Overlays />
          <Messages />
          <States />
          <Figures />
          <Cards />
          <Covers />
        </Container>
        <PageSection
          id="band"
          className="mt-16"
          tinted
          eyebrow="PageSection, tinted"
          title="A band of a public page"
          lead="Heading, lead, an action at the end of the line, and the space around them."
          action={
            <Button>
              View all <ArrowRight />
            </Button>
          }
        >
          <Accordion defaultValue="refund">
            <AccordionItem value="refund" title="Can I get a refund?">
              Yes. Write to support within seven days of your purchase.
            </AccordionItem>
            <AccordionItem value="networks" title="Which networks are supported?">
              Ethereum, Binance Smart Chain, Polygon, Solana, Avalanche and Arbitrum.
            </AccordionItem>
            <AccordionItem
              value="devices"
              title="On how many devices may I run a script, and does it matter where they are?"
            >
              Two devices behind the same address for a one-time purchase, five for a subscription.
            </AccordionItem>
          </Accordion>
        </PageSection>
      </main>
      <Toaster />
    </>
  )
}
