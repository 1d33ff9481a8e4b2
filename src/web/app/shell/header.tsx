import { useCurrentUser } from '../../features/accounts/queries.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { BRAND } from '../../lib/brand.ts'
import { LazyCode } from '../../lib/lazy-code.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { LazyPart } from '../../ui/feedback/lazy-part.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { Logo } from '../../ui/layout/logo.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import { ThemeSwitch } from '../../ui/theme/theme-switch.tsx'
import { AccountLinks } from './account-links.tsx'
import { ManagementLink } from './management-link.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { SECTION_LINKS } from './section-links.ts'
import { useActiveSection } from './use-active-section.ts'
import { useManagementLink } from './use-management-link.ts'

// Only signed-in users have a bell, so its code is loaded only for them.
const bell = new LazyCode(() => import('../../features/notifications/bell.tsx'))

/** `isOffice`: the header of the back office, as wide as its pages and without the links to the shop's sections. */
export function Header({ isOffice }: { isOffice: boolean }) {
  const user = useCurrentUser()
  const management = useManagementLink(Boolean(user)) && !user
  const active = useActiveSection()
  return (
    <header className="sticky top-0 z-40 border-line border-b bg-bg">
      <Container width={isOffice ? 'wide' : 'page'} className="flex h-16 items-center gap-1 sm:gap-2">
        <AppLink
          to="/"
          aria-label={`${BRAND}, homepage`}
          className={cn('mr-auto inline-flex rounded-sm py-2', !isOffice && 'lg:mr-3 xl:mr-6')}
        >
          <Logo />
        </AppLink>
        {isOffice ? null : (
          <nav aria-label="Main" className="mr-auto hidden items-center lg:flex xl:gap-1">
            {SECTION_LINKS.map(({ to, label }) => (
              <Button key={to} asChild variant="ghost" size="sm" className="aria-[current]:text-fg">
                <AppLink to={to} aria-current={to === active ? 'location' : undefined}>
                  {label}
                </AppLink>
              </Button>
            ))}
          </nav>
        )}
        {user ? (
          <LazyPart
            late
            code={bell}
            fallback={<span className="size-10" />}
            onError={<span className="size-10" />}
          />
        ) : null}
        <div className="hidden h-10 items-center gap-2 md:flex">
          {management ? <ManagementLink size="sm" /> : null}
          <AccountLinks user={user} adminLabel="Admin" size="sm" />
        </div>
        <VisuallyHidden role="status">{management ? 'Management link shown' : ''}</VisuallyHidden>
        <ThemeSwitch className="lg:-mr-2.5" />
        <MobileMenu user={user} management={management} className="-mr-2.5 lg:hidden" />
      </Container>
    </header>
  )
}
