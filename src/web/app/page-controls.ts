// What works on every page before the app runs, and while it does: the theme switch, the menu, the bar of a device without
// a network. boot.ts brings it, and on the development server main.tsx.
import { listenToThemeSwitch } from '../ui/theme/theme.ts'

export function listenToControls(): void {
  listenToThemeSwitch()
  listenToMenu()
  listenToPopovers()
  listenToNetwork()
}

/** A click on a link in the menu or beside the menu closes it. */
function listenToMenu() {
  addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    const dialog = target.closest('dialog')
    if (dialog && (target === dialog || target.closest('a'))) dialog.close()
    // Older browsers know no invoker commands.
    const button = target.closest('button[commandfor]')
    if (!button || 'command' in button) return
    const named = document.getElementById(button.getAttribute('commandfor') ?? '')
    if (!(named instanceof HTMLDialogElement)) return
    if (button.getAttribute('command') === 'close') named.close()
    else named.showModal()
  })
}

/** For browsers without popovers. */
function listenToPopovers() {
  if ('popover' in HTMLElement.prototype) return
  addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    const opened = target.closest('button[popovertarget]')?.getAttribute('popovertarget')
    for (const popover of document.querySelectorAll('[popover]')) {
      if (popover.contains(target)) continue
      popover.dispatchEvent(new Event('beforetoggle'))
      popover.toggleAttribute('data-open', popover.id === opened && !popover.hasAttribute('data-open'))
    }
  })
}

/** See OfflineBar. */
function listenToNetwork() {
  const note = () => document.documentElement.toggleAttribute('data-offline', !navigator.onLine)
  addEventListener('online', note)
  addEventListener('offline', note)
  note()
}
