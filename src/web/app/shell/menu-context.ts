import { createContext, type RefObject } from 'react'
import type { CurrentUser } from '#shared/accounts/contract.ts'

export type Menu = {
  user: CurrentUser | null | undefined
  /** Whether the link to the management access is shown. */
  management: boolean
  open: boolean
  setOpen: (open: boolean) => void
  /** The button that opened it. */
  opener: RefObject<HTMLButtonElement | null>
}

/** What the menu's sheet, whose code comes later, knows of the header. */
export const MenuContext = createContext<Menu | null>(null)
