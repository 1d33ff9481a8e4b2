import { createContext, type RefObject } from 'react'
import type { CurrentUser } from '#shared/accounts/contract.ts'

export type Menu = {
  user: CurrentUser | null | undefined
  /** Whether the link to the management access is shown. */
  management: boolean
  open: boolean
  setOpen: (open: boolean) => void
  /** The button that opened the menu. */
  opener: RefObject<HTMLButtonElement | null>
}

/** The header's state for the menu's sheet, whose code is loaded later. */
export const MenuContext = createContext<Menu | null>(null)
