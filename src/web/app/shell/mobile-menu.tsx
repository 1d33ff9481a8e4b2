import { Menu } from 'lucide-react'
import { useState } from 'react'
import type { CurrentUser } from '../../../worker/features/accounts/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { dismissToast } from '../../ui/toast.ts'
import { AppLink } from '../app-link.tsx'
import { AccountLinks } from './account-links.tsx'
import { SECTION_LINKS } from './section-links.ts'

export type MobileMenuProps = { user: CurrentUser | null | undefined; className?: string }

/** The header's links again, as a sheet from below. */
export function MobileMenu({ user, className }: MobileMenuProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)

  function change(next: boolean) {
    // A toast stands where the sheet rises.
    if (next) dismissToast()
    setOpen(next)
  }

  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogTrigger asChild>
        <IconButton label="Menu" tooltip={false} icon={<Menu aria-hidden="true" />} className={className} />
      </DialogTrigger>
      <DialogContent
        title="Menu"
        description={user ? `Logged in as ${user.username}` : undefined}
        size="sm"
        // The page that was chosen takes the focus, not the button that opened the menu.
        onCloseAutoFocus={(event) => document.activeElement?.id === 'main' && event.preventDefault()}
      >
        <nav aria-label="Menu" className="flex flex-col gap-1">
          {SECTION_LINKS.map(({ to, label }) => (
            <Button key={to} asChild variant="ghost" size="lg" className="justify-start px-3">
              <AppLink to={to} onClick={close}>
                {label}
              </AppLink>
            </Button>
          ))}
          <div className="mt-3 flex flex-col gap-3 border-line border-t pt-5">
            <AccountLinks user={user} size="lg" block onLeave={close} />
          </div>
        </nav>
      </DialogContent>
    </Dialog>
  )
}
