import { Button } from '../../ui/button.tsx'
import { FactList } from '../../ui/data/fact-list.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { FILE_FACTS } from './facts.ts'
import { HeroPlan } from './hero-plan.tsx'

export function Hero() {
  return (
    <section id="hero" className="bg-ruled border-line border-b">
      <Container className="grid items-center gap-x-16 gap-y-12 pt-14 pb-12 sm:pt-20 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)] lg:pt-24">
        <div>
          <h1 className="font-semibold text-4xl text-fg sm:text-5xl lg:text-6xl">
            Automate your airdrop farming. Keep your keys.
          </h1>
          <p className="mt-6 max-w-xl text-lg text-muted">
            Downloadable scripts that plan and pace the work across all your wallets: what to do, when, and
            within which budget. You sign every transaction in your own wallet.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <Button asChild variant="primary" size="lg">
              <a href="#pricing">Get Started Now</a>
            </Button>
            <Button asChild size="lg">
              <a href="#features">View All Plans</a>
            </Button>
          </div>
        </div>
        <HeroPlan />
        <FactList facts={FILE_FACTS} className="border-line border-t pt-8 sm:grid-cols-3 lg:col-span-2" />
      </Container>
    </section>
  )
}
