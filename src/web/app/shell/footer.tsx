import { SellerFooterLine } from '../../features/seller/seller-footer-line.tsx'
import { AppLink } from '../../lib/app-link.tsx'
import { BRAND, SOCIAL_LINKS, SUPPORT_EMAIL } from '../../lib/brand.ts'
import { Container } from '../../ui/layout/container.tsx'
import { Logo } from '../../ui/layout/logo.tsx'
import { CopyrightYear } from './copyright-year.tsx'
import { FOOTER_COLUMNS, SITE_LINKS } from './footer-columns.ts'
import { SocialIcon } from './social-icon.tsx'

export function Footer() {
  return (
    <footer id={SITE_LINKS} className="-mt-px border-line border-t">
      <Container className="grid grid-cols-3 gap-x-4 sm:gap-x-8 gap-y-6 pt-8 pb-6 sm:gap-y-10 sm:pt-14 sm:pb-10 sm:grid-cols-3 lg:grid-cols-[minmax(0,1.6fr)_repeat(3,minmax(0,1fr))]">
        <div className="col-span-full sm:max-w-xs lg:col-span-1">
          <Logo />
          <p className="mt-3 text-muted text-sm max-sm:hidden sm:mt-4">
            Airdrop automation scripts that you download, read and run yourself.
          </p>
          <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 sm:mt-2">
            <a
              href={`mailto:${SUPPORT_EMAIL}`}
              className="flex min-h-6 w-fit max-w-full break-words rounded-sm text-fg text-sm underline decoration-line-strong underline-offset-4 hover:decoration-current"
            >
              {SUPPORT_EMAIL}
            </a>
            <ul aria-label="Contact and feeds" className="-mx-2.5 flex gap-1">
              {SOCIAL_LINKS.map(({ name, href, icon }) => (
                <li key={href}>
                  <SocialIcon name={name} href={href} icon={icon} />
                </li>
              ))}
            </ul>
          </div>
        </div>
        {FOOTER_COLUMNS.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="font-medium text-fg text-sm">{title}</h2>
            <ul className="mt-2 flex flex-col text-sm sm:mt-3 sm:gap-1">
              {links.map(({ to, label }) => (
                <li key={to}>
                  <AppLink
                    to={to}
                    className="inline-flex min-h-6 items-center sm:min-h-7 rounded-sm text-muted transition-colors hover:text-fg"
                  >
                    {label}
                  </AppLink>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <div className="col-span-full flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-line border-t pt-6 text-sm text-subtle">
          <SellerFooterLine />
          <p>
            © <CopyrightYear /> {BRAND}. Scripts never ask for a private key.
          </p>
        </div>
      </Container>
    </footer>
  )
}
