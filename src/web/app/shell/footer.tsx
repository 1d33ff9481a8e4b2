import { useCurrentUser } from '../../features/accounts/queries.ts'
import { BRAND, SUPPORT_EMAIL } from '../../ui/brand.ts'
import { Container } from '../../ui/container.tsx'
import { Logo } from '../../ui/logo.tsx'
import { AppLink } from '../app-link.tsx'

const columnsFor = (signedIn: boolean) => [
  {
    title: 'Product',
    links: [
      { to: '/#scripts', label: 'Featured scripts' },
      { to: '/#pricing', label: 'Plans and prices' },
    ],
  },
  {
    title: 'Account',
    links: [
      signedIn ? { to: '/dashboard', label: 'Your account' } : { to: '/auth', label: 'Sign in or register' },
      { to: '/dashboard?tab=products', label: 'Your library' },
    ],
  },
]

const link = 'inline-flex min-h-7 items-center rounded-sm text-muted transition-colors hover:text-fg'

export function Footer() {
  const columns = columnsFor(Boolean(useCurrentUser()))
  return (
    <footer className="border-line border-t">
      <Container className="flex flex-wrap justify-between gap-x-16 gap-y-10 pt-12 pb-8">
        <div className="max-w-xs">
          <Logo />
          <p className="mt-3 text-muted text-sm">
            Airdrop automation scripts that you download, read and run yourself.
          </p>
          <p className="mt-3 text-muted text-sm">
            Questions:{' '}
            <a
              href={`mailto:${SUPPORT_EMAIL}`}
              className="break-words rounded-sm text-fg underline decoration-line-strong underline-offset-4 hover:decoration-current"
            >
              {SUPPORT_EMAIL}
            </a>
          </p>
        </div>
        <div className="flex flex-wrap gap-x-16 gap-y-8">
          {columns.map(({ title, links }) => (
            <nav key={title} aria-label={title} className="min-w-36">
              <h2 className="font-medium text-fg text-sm">{title}</h2>
              <ul className="mt-3 flex flex-col gap-1 text-sm">
                {links.map(({ to, label }) => (
                  <li key={to}>
                    <AppLink to={to} className={link}>
                      {label}
                    </AppLink>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <div className="flex w-full flex-wrap justify-between gap-x-8 gap-y-2 border-line border-t pt-6 text-subtle text-xs">
          <p suppressHydrationWarning>
            © {new Date().getFullYear()} {BRAND}
          </p>
          <p>Scripts never ask for a private key.</p>
        </div>
      </Container>
    </footer>
  )
}
