import { useCurrentUser } from '../../features/accounts/queries.ts'
import { BRAND } from '../../ui/brand.ts'
import { Button } from '../../ui/button.tsx'
import { Container } from '../../ui/container.tsx'
import { Logo } from '../../ui/logo.tsx'
import { ThemeSwitch } from '../../ui/theme-switch.tsx'
import { AppLink } from '../app-link.tsx'
import { LazyCode } from '../lazy-code.ts'
import { LazyPart } from '../lazy-part.tsx'
import { AccountLinks } from './account-links.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { SECTION_LINKS } from './section-links.ts'

// Only who is signed in has a bell; its code waits for them.
const bell = new LazyCode(() => import('../../features/notifications/bell.tsx'))

export function Header() {
  const user = useCurrentUser()
  return (
    <header className="sticky top-0 z-40 border-line border-b bg-bg">
      <Container className="flex h-16 items-center gap-1 sm:gap-2">
        <AppLink
          to="/"
          aria-label={`${BRAND}, homepage`}
          className="mr-auto inline-flex rounded-sm py-2 md:mr-6"
        >
          <Logo />
        </AppLink>
        <nav aria-label="Main" className="mr-auto hidden items-center gap-1 md:flex">
          {SECTION_LINKS.map(({ to, label }) => (
            <Button key={to} asChild variant="ghost" size="sm">
              <AppLink to={to}>{label}</AppLink>
            </Button>
          ))}
        </nav>
        {user ? (
          <LazyPart
            code={bell}
            fallback={<span className="size-10" />}
            onError={<span className="size-10" />}
          />
        ) : null}
        <div className="hidden h-10 items-center gap-2 md:flex">
          <AccountLinks user={user} size="sm" />
        </div>
        <ThemeSwitch className="md:-mr-2.5" />
        <MobileMenu user={user} className="-mr-2.5 md:hidden" />
      </Container>
    </header>
  )
}
