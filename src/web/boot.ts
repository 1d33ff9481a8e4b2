// Runs inline on every page. Records interactions until the app is running, so that no first click is lost and no form
// is submitted with a password in its address. For pages that can be read without the app (docs/decisions/013), this
// file loads the app at the first interaction. It is built separately into the page, so it imports little.
import { addLateFonts } from './app/late-fonts.ts'
import { listenToControls } from './app/page-controls.ts'
import { choose, idle, inPage, press } from './app/repeat-events.ts'
import { watchSections } from './app/shell/watch-sections.ts'
import { waitingProduct } from './features/accounts/return-address.ts'
import { rememberReturn } from './features/checkout/return-address.ts'
import { COUPON_KEY } from './features/coupons/coupon-memory.ts'
import { afterPaint } from './lib/after-paint.ts'
import { THEME_FIELD } from './ui/theme/theme.ts'

declare global {
  var __zod_globalConfig: unknown
  interface Window {
    /**
     * Repeats what was typed, chosen and clicked before the app listens. Resolves once all has run. Absent on the
     * development server.
     */
    replayEarlyEvents?: () => Promise<void>
  }
}

const START_EVENTS = [
  'pointermove',
  'pointerdown',
  'touchstart',
  'wheel',
  'scroll',
  'keydown',
  'focusin',
] as const
/** On pages whose menus, questions and links are the browser's own. At a button: a field starts the app when it changes. */
const CONTROL_EVENTS = ['pointerover', 'touchstart', 'focusin'] as const
const BUTTON = 'button:not([popovertarget])'
const FIELD = `input:not([name=${THEME_FIELD}]), select, textarea`
/**
 * React would render the whole page at once, in one task, for one of these that reaches it before it has taken the page
 * over. What they change is repeated, so they are kept from it.
 */
const HIDDEN_EVENTS =
  'pointerdown pointerup mousedown mouseup touchstart touchend dblclick auxclick contextmenu keydown keypress keyup input textInput change compositionstart compositionend copy cut paste'.split(
    ' ',
  )
const ENTRY = 'script[type=later]'
/** Links that replace the document. */
const LINK = 'a:not([target=_blank], [download], [href^="mailto:"])'
const LISTEN = { passive: true, capture: true }
const isAtControl = document.documentElement.dataset.app === 'control'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The fields that were changed before the app, with their last values. */
const fields = new Map<Field, string>()
/** The checkboxes and radio buttons that were changed before the app. */
const checks = new Map<HTMLInputElement, boolean>()
/** The clicks and shortcuts before the app, oldest first. */
const queue: (HTMLElement | KeyboardEvent)[] = []
const isFirstVisit = performance
  .getEntriesByType('navigation')
  .some((entry) => 'type' in entry && entry.type === 'navigate')
let isStarting = false
let isRepeating = false
let stopWatching = () => {}

function startAtControl(event: Event) {
  const { target } = event
  if (target instanceof Element && target.closest(BUTTON)) start(event)
}

/** After the next paint, where an event is given: what was touched or typed is shown first. */
function start(event?: Event) {
  // Browsers report a pointer that did not move when the page below it changes.
  if (event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY)
    return
  if (isStarting) return
  isStarting = true
  for (const name of START_EVENTS) removeEventListener(name, start, true)
  for (const name of CONTROL_EVENTS) removeEventListener(name, startAtControl, true)
  stopWatching()
  if (event) afterPaint(load)
  else load()
}

/**
 * Loads all files at once, and runs them in tasks of their own, each after those that it imports: a key or touch between
 * two of them is answered.
 */
async function load() {
  const named = [...document.querySelectorAll<HTMLLinkElement>('link[rel=later]')]
  const isShared = (link: HTMLLinkElement) => link.matches(`${ENTRY} ~ link`)
  const inOrder = [...named.filter(isShared), ...named.filter((link) => !isShared(link)).reverse()]
  for (const link of named) link.rel = 'modulepreload'
  // The code may load before a slow document is complete.
  if (document.readyState === 'loading')
    await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve))
  await run(inOrder)
}

async function run(files: readonly HTMLLinkElement[]) {
  try {
    for (const { href } of files) {
      await import(href)
      await new Promise((resolve) => setTimeout(resolve))
    }
  } catch {
    return recoverMissingCode(() => run(files))
  }
  for (const entry of document.querySelectorAll<HTMLScriptElement>(ENTRY)) {
    const script = document.createElement('script')
    script.type = 'module'
    script.crossOrigin = ''
    script.src = entry.dataset.src ?? ''
    document.head.append(script)
  }
}

/**
 * The code is missing after a deployment or without a network. A reload loads the current version, at most once, and not if
 * typed text would be lost. `again` runs when the network is back: some browsers keep a failed module, others load it.
 */
function recoverMissingCode(again: () => void = () => location.reload()) {
  if (!navigator.onLine) addEventListener('online', again, { once: true })
  else if (isFirstVisit && ![...fields.values()].some(Boolean)) location.reload()
  else runWithoutApp()
}

/** Links and searches work. Other forms are not sent: the address would contain their text. */
function runWithoutApp() {
  stopFields()
  removeEventListener('click', keepClick, true)
  addEventListener('submit', (event) => {
    if (event.target instanceof Element && !event.target.hasAttribute('action')) event.preventDefault()
  })
  const alert = document.createElement('p')
  alert.role = 'alert'
  alert.className =
    'fixed inset-x-0 bottom-0 z-70 border-line-strong border-t bg-surface p-2 text-center text-fg text-sm shadow-overlay'
  alert.textContent = 'The page did not load completely. Reload it.'
  document.body.append(alert)
}

/** On pages that load the app at once, the script is in the document. Its failed imports count as its own failure. */
function noteMissing({ target }: Event) {
  if (target instanceof HTMLScriptElement && target.type === 'module') recoverMissingCode()
}

function keepClick(event: MouseEvent) {
  if (isRepeating) return
  // Links work without the app, but would drop what was typed or chosen just before.
  const isKept = fields.size > 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey
  const target =
    event.target instanceof Element ? event.target.closest<HTMLElement>(`${BUTTON}, ${LINK}`) : null
  // As with the other hidden events. The app opens a link if it is there in time.
  if (!target) return event.stopPropagation()
  if (target.matches('a') && !isKept) return
  event.preventDefault()
  event.stopImmediatePropagation()
  // A second click on a button that does not answer yet is not a second order.
  if (queue.at(-1) !== target) queue.push(target)
  // A screen reader or voice control may click without any of the `START_EVENTS`.
  start(event)
}

function keepInput(event: Event) {
  const { target } = event
  if (!(target instanceof Element) || !target.matches(FIELD)) return
  if (target instanceof HTMLInputElement && /^(checkbox|radio)$/.test(target.type)) {
    // Of radio buttons, the one that was chosen last is repeated last.
    checks.delete(target)
    checks.set(target, target.checked)
  } else fields.set(target as Field, (target as Field).value)
  start(event)
}

/** The app's shortcuts have Ctrl and Shift. Ctrl with Alt types a letter (`@` in German), Ctrl alone is the browser's. */
function keepShortcut(event: KeyboardEvent) {
  if (!event.ctrlKey || event.altKey) return
  if (event.shiftKey && event.key.length === 1) queue.push(event)
  start(event)
}

const hide = (event: Event) => event.stopPropagation()

addEventListener('click', keepClick, true)
addEventListener('input', keepInput, true)
addEventListener('keydown', keepShortcut, true)
for (const name of HIDDEN_EVENTS) addEventListener(name, hide, true)
addEventListener('error', noteMissing, true)

function stopFields() {
  removeEventListener('input', keepInput, true)
  removeEventListener('keydown', keepShortcut, true)
  for (const name of HIDDEN_EVENTS) removeEventListener(name, hide, true)
}

window.replayEarlyEvents = async () => {
  stopFields()
  // Before a repeated text removes one of them from a list.
  for (const [index, one] of queue.entries()) if (one instanceof HTMLElement) queue[index] = inPage(one)
  for (const [field, value] of checks) {
    // The other radio buttons of the group follow from the chosen one.
    if (value || field.type === 'checkbox') check(field, value)
    await null
  }
  for (const [field, value] of fields) {
    if (field instanceof HTMLSelectElement) choose(field, value)
    else enterValue(field, value)
    // React renders the change in a microtask, so the next field sees it. No key can come in between.
    await null
  }
  if (fields.size > 0) await idle()
  // Later clicks are kept until the earlier ones have run.
  for (let next = queue[0]; next; next = queue[0]) {
    isRepeating = true
    if (next instanceof HTMLElement) press(next)
    else document.dispatchEvent(new KeyboardEvent('keydown', next))
    isRepeating = false
    await idle()
    queue.shift()
  }
  removeEventListener('click', keepClick, true)
}

const setterOf = (of: object) => Object.getOwnPropertyDescriptor(of, 'value')?.set

/**
 * React overrides the field's value setter, and reports a change only if the field's value differs from the last one
 * that was set there. So React's setter gets a wrong value first, for a copy of the field. A field that still has its
 * text is not touched, so its caret stays: no script can ask for the caret of a field for an email address.
 */
function enterValue(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  setterOf(field)?.call(field.cloneNode(), value === '' ? ' ' : '')
  if (field.value !== value) setterOf(Object.getPrototypeOf(field))?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** As `enterValue`, for React's handlers of a click. */
function check(field: HTMLInputElement, value: boolean): void {
  field.checked = !value
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'checked')?.set?.call(field, value)
  isRepeating = true
  field.dispatchEvent(new Event('click', { bubbles: true }))
  isRepeating = false
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

// Zod tries `new Function` otherwise, which the Content-Security-Policy refuses and reports.
globalThis.__zod_globalConfig = { jitless: true }

const isSignedIn = /(^|; )(__Host-)?signed_in=1/.test(document.cookie)
/** The address of the login that this document has in place of a checkout. The app renders the checkout where it stays. */
const { standsIn } = document.documentElement.dataset
if (standsIn && !isSignedIn) {
  rememberReturn(location.pathname + location.search)
  history.replaceState(history.state, '', standsIn)
  delete document.documentElement.dataset.standsIn
}

/** The login names this product. After a touch, the line would move the field under the finger. */
const namesProduct = !standsIn && location.pathname === '/auth' && waitingProduct() !== null

listenToControls()
addLateFonts()
// A page that comes back from the browser's memory may be older than a login or a coupon.
addEventListener('pageshow', ({ persisted }) => persisted && start())
// The app is needed at once for signed-in users, for a code in the address, which it keeps for the purchase, for a kept
// coupon, for the product that waits for a login, and on a reload or return.
if (!isFirstVisit || /[?&](ref|coupon)=/.test(location.search) || isSignedIn || hasCoupon() || namesProduct)
  start()
else if (isAtControl) {
  for (const name of CONTROL_EVENTS) addEventListener(name, startAtControl, LISTEN)
  addEventListener('load', () => isStarting || setTimeout(() => isStarting || watchPage(), 100))
} else for (const name of START_EVENTS) addEventListener(name, start, LISTEN)
