import { Menu as MenuIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { LazyCode } from '../../lib/lazy-code.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { dismissToast, toast } from '../../ui/overlays/toast.ts'
import { type Menu, MenuContext } from './menu-context.ts'

// Most visitors never open it.
const sheet = new LazyCode(() => import('./menu-sheet.tsx'))

export type MobileMenuProps = Pick<Menu, 'user' | 'management'> & { className?: string }

/** The button of the menu that repeats the header's links. */
export function MobileMenu({ user, management, className }: MobileMenuProps) {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const Sheet = sheet.module?.default

  async function openMenu() {
    try {
      await sheet.fetch()
      // A toast would cover the sheet.
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
        onPointerEnter={sheet.preload}
        onFocus={sheet.preload}
        onClick={openMenu}
        className={className}
      />
      {Sheet ? (
        <MenuContext value={{ user, management, open, setOpen, opener }}>
          <Sheet />
        </MenuContext>
      ) : null}
    </>
  )
}
