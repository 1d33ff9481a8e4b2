import { Menu as MenuIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { dismissToast, toast } from '../../ui/toast.ts'
import { LazyCode } from '../lazy-code.ts'
import { type Menu, MenuContext } from './menu-context.ts'

// Most visitors never open it.
const sheet = new LazyCode(() => import('./menu-sheet.tsx'))

export type MobileMenuProps = Pick<Menu, 'user' | 'management'> & { className?: string }

/** The button of the menu that repeats the header's links. */
export function MobileMenu({ user, management, className }: MobileMenuProps) {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { Part } = sheet

  async function openMenu() {
    try {
      await sheet.fetch()
      // A toast stands where the sheet rises.
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
      {Part ? (
        <MenuContext value={{ user, management, open, setOpen, opener }}>
          <Part />
        </MenuContext>
      ) : null}
    </>
  )
}
