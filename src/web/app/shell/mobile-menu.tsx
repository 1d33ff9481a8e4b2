import { use } from 'react'
import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent } from '../../ui/overlays/dialog.tsx'
import { AccountLinks } from './account-links.tsx'
import { ManagementLink } from './management-link.tsx'
import { MenuContext } from './menu-context.ts'
import { SECTION_LINKS } from './section-links.ts'

/** The header's links in a sheet from the bottom. */
export default function MobileMenu() {
  const menu = use(MenuContext)
  if (!menu) return null
  const { user, management, open, setOpen, opener } = menu
  const close = () => setOpen(false)

  // After a navigation, the new page's main element has the focus. Otherwise, the focus returns to the opener.
  function returnFocus(event: Event) {
    event.preventDefault()
    if (document.activeElement?.id !== 'main') opener.current?.focus({ preventScroll: true })
  }

  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogContent
        title="Menu"
        description={user ? `Logged in as ${user.username}` : undefined}
        size="sm"
        onCloseAutoFocus={returnFocus}
      >
        <nav aria-label="Menu" className="flex flex-col gap-1">
          {SECTION_LINKS.map(({ to, label }) => (
            <Button key={to} asChild variant="ghost" size="lg" className="-mx-3 justify-start px-3">
              <AppLink to={to} onClick={close}>
                {label}
              </AppLink>
            </Button>
          ))}
          <div className="mt-3 flex flex-col gap-3 border-line border-t pt-5">
            {management ? <ManagementLink size="lg" block onLeave={close} /> : null}
            <AccountLinks user={user} adminLabel="Admin Panel" size="lg" block onLeave={close} />
          </div>
        </nav>
      </DialogContent>
    </Dialog>
  )
}
