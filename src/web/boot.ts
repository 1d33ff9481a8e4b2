// Runs inline on every page. Records interactions until the app is running, so that no first click is lost and no form
// is submitted with a password in its address. For pages that can be read without the app (docs/decisions/013), this
// file loads the app at the first interaction. It is built separately into the page, so it imports little.
import type { EarlyEvent } from './app/early-events.ts'
import { listenToControls } from './app/page-controls.ts'
import { watchSections } from './app/shell/watch-sections.ts'
import { COUPON_KEY } from './features/coupons/coupon-memory.ts'
import { THEME_FIELD } from './ui/theme/theme.ts'

const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin'] as const
/** On pages whose menus, questions and links are the browser's own. */
const SIGNS_AT_CONTROL = ['pointerover', 'touchstart', 'focusin'] as const
const BUTTON = 'button:not([commandfor], [popovertarget])'
const CONTROL = `${BUTTON}, input:not([name=${THEME_FIELD}]), select, textarea`
const isAtControl = document.documentElement.dataset.app === 'control'

const earlyEvents: EarlyEvent[] = []
const isFirstVisit = performance
  .getEntriesByType('navigation')
  .some((entry) => 'type' in entry && entry.type === 'navigate')
let asked = false
let stopWatching = () => {}

function startAtControl({ target }: Event) {
  if (target instanceof Element && target.closest(CONTROL)) start()
}

function start(event?: Event) {
  // Browsers report a pointer that did not move when the page below it changes.
  if (event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY)
    return
  if (asked) return
  asked = true
  for (const sign of SIGNS) removeEventListener(sign, start)
  for (const sign of SIGNS_AT_CONTROL) removeEventListener(sign, startAtControl)
  stopWatching()
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=later]')) link.rel = 'modulepreload'
  // The code may load before a slow document is complete.
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', run)
  else run()
}

function run() {
  for (const named of document.querySelectorAll<HTMLScriptElement>('script[type=later]')) {
    const script = document.createElement('script')
    script.type = 'module'
    script.crossOrigin = ''
    script.src = named.dataset.src ?? ''
    document.head.append(script)
  }
}

/**
 * The code is missing after a deployment or without a network. A reload loads the current version: at most one, or when
 * the network is back.
 */
function missing() {
  if (!navigator.onLine) addEventListener('online', () => location.reload(), { once: true })
  else if (isFirstVisit) location.reload()
}

/** On pages that load the app at once, the script is in the document. Its failed imports count as its own failure. */
function noteMissing({ target }: Event) {
  if (target instanceof HTMLScriptElement && target.type === 'module') missing()
}

function keepClick(event: MouseEvent) {
  // Links work without the app, but would drop what was typed just before.
  const kept =
    earlyEvents.length > 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey ? `${BUTTON}, a` : BUTTON
  const target = event.target instanceof Element ? event.target.closest<HTMLElement>(kept) : null
  if (!target) return
  event.preventDefault()
  event.stopImmediatePropagation()
  earlyEvents.push({ kind: 'click', target })
  // A screen reader or voice control may click without any of the `SIGNS` events.
  start()
}

function keepInput({ target }: Event) {
  if (target instanceof HTMLSelectElement) {
    earlyEvents.push({ kind: 'choice', target, value: target.value })
    start()
  }
  // Checkboxes and radios keep their state. A form library overwrites only text when it hydrates.
  if (target instanceof HTMLInputElement && /^(checkbox|radio)$/.test(target.type)) return
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
    const last = earlyEvents.at(-1)
    if (last?.kind === 'input' && last.target === target) last.value = target.value
    else earlyEvents.push({ kind: 'input', target, value: target.value })
    start()
  }
}

function keepShortcut(event: KeyboardEvent) {
  if (!event.ctrlKey && !event.metaKey && !event.altKey) return
  earlyEvents.push({ kind: 'shortcut', event })
  start()
}

addEventListener('click', keepClick, true)
addEventListener('input', keepInput, true)
addEventListener('keydown', keepShortcut, true)
addEventListener('error', noteMissing, true)

window.replayEarlyEvents = async () => {
  removeEventListener('click', keepClick, true)
  removeEventListener('input', keepInput, true)
  removeEventListener('keydown', keepShortcut, true)
  for (const early of earlyEvents.splice(0)) {
    if (early.kind === 'click') press(inPage(early.target))
    else if (early.kind === 'input') enterValue(early.target, early.value)
    else if (early.kind === 'choice') choose(early.target, early.value)
    else document.dispatchEvent(new KeyboardEvent('keydown', early.event))
    // The app renders each answer before the next event, as it does for a person. Safari has no idle callback.
    await new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve))
  }
}

/** The same button or link in the app's own elements, which replace the preview of a private page. */
function inPage(button: HTMLElement): HTMLElement {
  if (button.isConnected) return button
  const nameOf = (one: HTMLElement) => one.ariaLabel ?? one.textContent
  return (
    [...document.querySelectorAll<HTMLElement>('button, a')].find((one) => nameOf(one) === nameOf(button)) ??
    button
  )
}

/** Tabs react to `mousedown`, not to `click`. */
function press(button: HTMLElement): void {
  if (button.role === 'tab') button.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }))
  button.click()
}

/**
 * React overrides the field's value setter, and reports a change only if the field's value differs from the last one
 * that was set there. So React's setter gets a wrong value first, and the native setter then sets the right one.
 */
function enterValue(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  field.value = value === '' ? ' ' : ''
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** React has set the select back to the value of the document. */
function choose(select: HTMLSelectElement, value: string): void {
  select.value = value
  select.dispatchEvent(new Event('change', { bubbles: true }))
}

/** The links of a page that the app does not run yet: as useActiveSection and PageArrival do it later. */
function watchPage() {
  const links = document.querySelectorAll('header nav[aria-label=Main] a')
  const mark = (active: string | null) => {
    for (const link of links)
      if (link.getAttribute('href') === active) link.setAttribute('aria-current', 'location')
      else link.removeAttribute('aria-current')
  }
  const stop = watchSections(mark)
  stopWatching = () => {
    stop()
    mark(null)
  }
  document.documentElement.dataset.gliding = ''
}

function hasCoupon(): boolean {
  try {
    return sessionStorage.getItem(COUPON_KEY) !== null
  } catch {
    return false
  }
}

listenToControls()
// The app is needed at once for signed-in users, for a code in the address, which it keeps for the purchase, for a kept
// coupon, and on a reload or return.
if (
  !isFirstVisit ||
  /[?&](ref|coupon)=/.test(location.search) ||
  /(^|; )(__Host-)?signed_in=1/.test(document.cookie) ||
  hasCoupon()
)
  start()
else if (isAtControl) {
  for (const sign of SIGNS_AT_CONTROL) addEventListener(sign, startAtControl, { passive: true })
  addEventListener('load', () => asked || setTimeout(() => asked || watchPage(), 100))
} else for (const sign of SIGNS) addEventListener(sign, start, { passive: true })
