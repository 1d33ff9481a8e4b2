import { Menu as MenuIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { LazyCode } from '../../lib/lazy-code.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { dismissToast, toast } from '../../ui/overlays/toast.ts'
import { type Menu, MenuContext } from './menu-context.ts'

// Loaded on demand, because most visitors never open the menu.
const menu = new LazyCode(() => import('./mobile-menu.tsx'))

export type MobileMenuButtonProps = Pick<Menu, 'user' | 'management'> & { className?: string }

/** The button of the menu that repeats the header's links. */
export function MobileMenuButton({ user, management, className }: MobileMenuButtonProps) {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const MobileMenu = menu.module?.default

  async function openMenu() {
    try {
      await menu.fetch()
      // A toast would cover the menu.
      dismissToast()
      setOpen(true)
    } catch {
      toast({
        title: 'The menu did not load',
        description: 'Check your connection and try again.',
        tone: 'destructive',
      })
    }
  }

  return (
    <>
      <IconButton
        ref={opener}
        label="Menu"
        tooltip={false}
        icon={<MenuIcon aria-hidden="true" />}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={menu.preload}
        onFocus={menu.preload}
        onClick={openMenu}
        className={className}
      />
      {MobileMenu ? (
        <MenuContext value={{ user, management, open, setOpen, opener }}>
          <MobileMenu />
        </MenuContext>
      ) : null}
    </>
  )
}
