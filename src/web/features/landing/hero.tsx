import { Button } from '../../ui/button.tsx'
import { FactList } from '../../ui/data/fact-list.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { FILE_FACTS } from './facts.ts'
import { HeroPlan } from './hero-plan.tsx'
import { PlanTimeline } from './plan-timeline.tsx'

export function Hero() {
  return (
    <section id="hero" className="bg-ruled border-line border-b">
      <Container className="grid items-center gap-x-12 gap-y-6 pt-6 pb-8 sm:pt-16 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)] lg:pt-20">
        <div className="min-w-0">
          <h1 className="font-semibold text-3xl text-fg sm:text-5xl">
            Airdrop farming, planned automatically. You sign.
          </h1>
          <p className="mt-4 max-w-xl text-base text-muted sm:mt-5 sm:text-lg">
            Downloadable scripts that plan what to do, when, from which wallet and within which budget. You
            sign each step in your own wallet.
          </p>
          <div className="mt-5 flex flex-wrap gap-3 sm:mt-7">
            <Button asChild>
              <a href="#pricing">Get Started Now</a>
            </Button>
            <Button asChild variant="ghost">
              <a href="#features">View All Plans</a>
            </Button>
          </div>
          <div className="mt-6 sm:mt-8">
            <PlanTimeline />
          </div>
        </div>
        <HeroPlan />
        <FactList
          facts={FILE_FACTS}
          className="border-line border-t pt-8 max-sm:hidden sm:grid-cols-3 lg:col-span-2"
        />
      </Container>
    </section>
  )
}
