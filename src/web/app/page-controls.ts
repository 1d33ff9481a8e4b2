// What works on every page before the app runs, and while it does: the theme switch, the menu, links to the login, the bar
// of a device without a network. boot.ts brings it, and on the development server main.tsx. All listeners are capturing:
// boot.ts keeps events from everything below the window.
import { forgetReturn } from '../features/accounts/return-address.ts'
import { listenToThemeSwitch } from '../ui/theme/theme.ts'

const hasPopovers = 'popover' in HTMLElement.prototype

export function listenToControls(): void {
  listenToThemeSwitch()
  listenToMenu()
  listenToPopovers()
  listenToLoginLinks()
  listenToNetwork()
}

/** The menu gets the focus when it opens. A click on its links or beside it closes it, as does the focus that leaves it. */
function listenToMenu() {
  // An older browser knows no such selector.
  if (!hasPopovers) return
  addEventListener(
    'toggle',
    ({ target }) => {
      if (target instanceof HTMLElement && target.matches(OPEN_MENU)) target.querySelector('button')?.focus()
    },
    true,
  )
  addEventListener('focusin', ({ target }) => closeMenu(target, (on, menu) => !menu.contains(on)))
  addEventListener(
    'click',
    ({ target }) => closeMenu(target, (on, menu) => on === menu || menu.contains(on.closest('a'))),
    true,
  )
}

const OPEN_MENU = '[role=dialog]:popover-open'

function closeMenu(on: EventTarget | null, isOver: (on: Element, menu: HTMLElement) => boolean) {
  const menu = document.querySelector<HTMLElement>(OPEN_MENU)
  if (menu && on instanceof Element && isOver(on, menu)) menu.hidePopover()
}

/** For browsers without popovers. */
function listenToPopovers() {
  if (hasPopovers) return
  const toggle = ({ target }: Event) => {
    if (!(target instanceof Element)) return
    const opened = target.closest('button[popovertarget]')?.getAttribute('popovertarget')
    for (const popover of document.querySelectorAll('[popover]')) {
      if (popover.contains(target) && target !== popover && !target.closest('a, button')) continue
      popover.dispatchEvent(new Event('beforetoggle'))
      popover.toggleAttribute('data-open', popover.id === opened && !popover.hasAttribute('data-open'))
    }
  }
  addEventListener('click', toggle, true)
}

/** The login and the pages on the way to it, which belong to the checkout that waits. */
const LOGIN = /^\/(auth|forgot-password|reset-password|verify-email)$/

/**
 * A link on any other page opens a login of its own, which does not lead to a checkout that was left. A step back to the
 * login is no link: the checkout still waits there.
 */
function listenToLoginLinks() {
  addEventListener(
    'click',
    ({ target }) => {
      if (target instanceof Element && target.closest('a[href^="/auth"]') && !LOGIN.test(location.pathname))
        forgetReturn()
    },
    true,
  )
}

/** See OfflineBar. */
function listenToNetwork() {
  const note = () => document.documentElement.toggleAttribute('data-offline', !navigator.onLine)
  addEventListener('online', note)
  addEventListener('offline', note)
  note()
}
