import { CalendarClock, RefreshCw, ShieldCheck } from 'lucide-react'
import { cn } from '../../ui/cn.ts'

const benefits = [
  {
    Icon: CalendarClock,
    title: 'Automate earnings',
    text: 'Scripts plan and pace the routine work of airdrop farming across your wallets, within the budget you set.',
  },
  {
    Icon: ShieldCheck,
    title: 'Secure and reliable',
    text: 'Everything runs on your own machine, from files you can read and check first. No script asks for a private key.',
  },
  {
    Icon: RefreshCw,
    title: 'Regular updates',
    text: 'New releases appear in your dashboard with a version and a checksum. You choose when to take them.',
  },
]

export function AuthBenefits({ className }: { className?: string }) {
  return (
    <section aria-labelledby="benefits" className={cn('max-w-xl', className)}>
      <h2 id="benefits" className="font-semibold text-2xl text-fg lg:text-4xl">
        One account for everything you run
      </h2>
      <p className="mt-4 text-muted lg:text-lg">
        Your scripts, their updates and your purchases in one place.
      </p>
      <ul className="mt-8 flex lg:mt-10 flex-col gap-7">
        {benefits.map(({ Icon, title, text }) => (
          <li key={title} className="flex gap-4">
            <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-subtle" />
            <div>
              <h3 className="font-medium text-fg">{title}</h3>
              <p className="mt-1 text-muted text-sm">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
