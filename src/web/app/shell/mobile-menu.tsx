import { Menu as MenuIcon, X } from 'lucide-react'
import { useId, useRef } from 'react'
import type { CurrentUser } from '#shared/accounts/contract.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { AccountLinks } from './account-links.tsx'
import { SITE_LINKS } from './footer-columns.ts'
import { ManagementLink } from './management-link.tsx'
import { SECTION_LINKS } from './section-links.ts'

const MENU = 'site-menu'

export type MobileMenuProps = {
  user: CurrentUser | null | undefined
  /** Whether the link to the management access is shown. */
  management: boolean
  className?: string
}

/**
 * The button and the sheet from the bottom that repeats the header's links. A popover: a modal dialog would make the
 * browser style the whole page again, because everything else becomes inert. It covers the window, because a click on a
 * popover's own backdrop goes through to the page. `listenToMenu` moves the focus and closes it.
 */
export function MobileMenu({ user, management, className }: MobileMenuProps) {
  const titleId = useId()
  const menu = useRef<HTMLDivElement>(null)
  return (
    <>
      <IconButton
        label="Menu"
        tooltip={false}
        icon={<MenuIcon aria-hidden="true" />}
        aria-haspopup="dialog"
        className={cn(className, 'noscript:hidden')}
        popoverTarget={MENU}
      />
      {/* Without scripts nothing closes the popover after a link to a section of the same page. */}
      <Button asChild variant="ghost" className={cn('hidden px-0', className, 'noscript:max-lg:inline-flex')}>
        <a href={`#${SITE_LINKS}`} aria-label="Menu" className="size-10">
          <MenuIcon aria-hidden="true" />
        </a>
      </Button>
      <div
        ref={menu}
        id={MENU}
        popover="auto"
        role="dialog"
        aria-labelledby={titleId}
        className="fixed inset-0 z-50 m-0 size-full max-h-none max-w-none bg-scrim p-0"
      >
        <div className="absolute inset-0 mt-auto h-fit max-h-[calc(100dvh-2rem)] w-full animate-rise-in overflow-y-auto overscroll-contain rounded-t-2xl border border-line-strong bg-surface px-5 py-5 text-fg shadow-overlay sm:m-auto sm:max-w-sm sm:rounded-2xl sm:px-6 sm:py-6">
          <div className="flex items-start justify-between gap-4 pb-4">
            <div className="min-w-0">
              <h2 id={titleId} className="font-semibold text-fg text-lg">
                Menu
              </h2>
              {user ? <p className="mt-1 text-muted text-sm">Logged in as {user.username}</p> : null}
            </div>
            <IconButton
              label="Close"
              icon={<X aria-hidden="true" />}
              size="sm"
              tooltip={false}
              className="-mt-1 -mr-2"
              popoverTarget={MENU}
              popoverTargetAction="hide"
            />
          </div>
          <nav aria-label="Menu" className="flex flex-col gap-1">
            {SECTION_LINKS.map(({ to, label }) => (
              <Button key={to} asChild variant="ghost" size="lg" className="-mx-3 justify-start px-3">
                <AppLink to={to}>{label}</AppLink>
              </Button>
            ))}
            <div className="mt-3 flex flex-col gap-3 border-line border-t pt-5">
              {management ? <ManagementLink size="lg" block /> : null}
              <AccountLinks
                user={user}
                adminLabel="Admin Panel"
                size="lg"
                block
                onLoggedOut={() => menu.current?.hidePopover?.()}
              />
            </div>
          </nav>
        </div>
      </div>
    </>
  )
}
