import type { PayMethod } from './pay-method.ts'

const first = {
  card: ['You pay on Stripe', "The next page is the payment provider's own. Your card details stay there."],
  crypto: [
    'You pay from your own wallet',
    "We prepare the charge, then the provider's page shows the amount and the address.",
  ],
  trial: [
    'You enter your card on Stripe',
    'Nothing is charged today. Your card details stay on that page, which is Stripe’s own.',
  ],
  free: ['You pay nothing', 'The coupon covers the whole price. You need no card and no wallet.'],
} as const

const second = {
  card: [
    'We confirm and email you',
    'A receipt arrives by email, with a download link that works for 7 days.',
  ],
  crypto: [
    'The blockchain confirms, we email you',
    'After that a receipt arrives by email, with a download link that works for 7 days.',
  ],
  trial: [
    'Your free days start, and we email you',
    'The email has a download link, the date of the first charge and the way to cancel.',
  ],
  free: ['We email you', 'A receipt arrives by email, with a download link that works for 7 days.'],
} as const

const last = ['Your file is in the dashboard', 'Download it there, with its SHA-256 to check it.'] as const

export function NextSteps({ way }: { way: PayMethod | 'free' | 'trial' }) {
  return (
    <section aria-labelledby="what-next">
      <h2 id="what-next" className="font-medium text-fg text-sm">
        What happens next?
      </h2>
      <ol className="mt-3 flex flex-col gap-4">
        {[first[way], second[way], last].map(([title, text], index) => (
          <li key={title} className="flex gap-3 text-sm">
            <span
              aria-hidden="true"
              className="grid size-6 shrink-0 place-items-center rounded-full bg-surface-2 font-medium font-mono text-muted text-xs ring-1 ring-line ring-inset"
            >
              {index + 1}
            </span>
            <div className="min-w-0">
              <p className="font-medium text-fg">{title}</p>
              <p className="text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
