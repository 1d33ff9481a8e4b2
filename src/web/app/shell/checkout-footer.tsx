import { AppLink } from '../../lib/app-link.tsx'
import { Container } from '../../ui/layout/container.tsx'

const LINKS = [
  { to: '/terms', label: 'Terms' },
  { to: '/privacy', label: 'Privacy' },
  { to: '/refund-policy', label: 'Refund policy' },
  { to: '/#contact', label: 'Help' },
]

/** The footer of the checkout: only what a buyer may want to read before paying. */
export const CheckoutFooter = () => (
  <footer className="border-line border-t">
    <Container className="py-5">
      <nav aria-label="Legal">
        <ul className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
          {LINKS.map(({ to, label }) => (
            <li key={to}>
              <AppLink
                to={to}
                className="inline-flex min-h-7 items-center rounded-sm text-muted transition-colors hover:text-fg"
              >
                {label}
              </AppLink>
            </li>
          ))}
        </ul>
      </nav>
    </Container>
  </footer>
)
