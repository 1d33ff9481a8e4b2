import { BadgeCheck, CalendarX2 } from 'lucide-react'
import { Container } from '../../ui/layout/container.tsx'
import { SubscribeForm } from './subscribe-form.tsx'

const promises = [
  { Icon: CalendarX2, text: 'Cancel anytime. No long-term commitment.' },
  { Icon: BadgeCheck, text: 'Instant access after payment confirmation' },
]

export function Subscribe() {
  return (
    <section id="buy-now" aria-labelledby="buy-now-title">
      <Container>
        <div className="bg-ruled grid items-center gap-x-16 gap-y-10 overflow-hidden rounded-2xl border border-line-strong bg-surface p-5 sm:p-10 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] lg:p-14">
          <div>
            <h2 id="buy-now-title" className="font-semibold text-3xl text-fg sm:text-4xl">
              Get Instant Access Today
            </h2>
            <p className="mt-4 max-w-md text-lg text-muted">
              One subscription opens every script of the catalogue, and every release while it runs.
            </p>
            <ul className="mt-6 flex flex-col gap-3 text-fg text-sm">
              {promises.map(({ Icon, text }) => (
                <li key={text} className="flex items-center gap-3">
                  <Icon aria-hidden="true" className="size-5 shrink-0 text-subtle" />
                  {text}
                </li>
              ))}
            </ul>
          </div>
          <SubscribeForm />
        </div>
      </Container>
    </section>
  )
}
