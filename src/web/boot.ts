// Runs inline on every page: keeps what a person does until the app is there, so that no first click is lost and no form
// leaves with a password in its address. Pages that can be read without the app (docs/decisions/013) have it asked for
// here, at the first sign of a person. Built on its own into the page; no imports but types.
import type { EarlyEvent } from './app/early-events.ts'

const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin'] as const

const earlyEvents: EarlyEvent[] = []
const isFirstVisit = performance
  .getEntriesByType('navigation')
  .some((entry) => 'type' in entry && entry.type === 'navigate')
let asked = false

function start() {
  if (asked) return
  asked = true
  for (const sign of SIGNS) removeEventListener(sign, start)
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=later]')) link.rel = 'modulepreload'
  // The code can be here before the end of a document that arrives slowly.
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', run)
  else run()
}

function run() {
  for (const named of document.querySelectorAll<HTMLScriptElement>('script[type=later]')) {
    const script = document.createElement('script')
    script.type = 'module'
    script.crossOrigin = ''
    script.src = named.dataset.src ?? ''
    script.onerror = missing
    document.head.append(script)
  }
}

/** A deployment took the code away, or the network did: reloading the page brings the present one. Not twice. */
function missing() {
  if (!isFirstVisit) return
  if (navigator.onLine) location.reload()
  else addEventListener('online', () => location.reload())
}

function keepClick(event: MouseEvent) {
  const button = event.target instanceof Element ? event.target.closest('button') : null
  // Links work without the app.
  if (!button) return
  event.preventDefault()
  event.stopImmediatePropagation()
  earlyEvents.push({ kind: 'click', target: button })
  // A screen reader or a voice may press it without any of the signs.
  start()
}

function keepInput({ target }: Event) {
  // A choice stays as it was made; text is what a form library overwrites when it comes alive.
  if (target instanceof HTMLInputElement && /^(checkbox|radio)$/.test(target.type)) return
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
    const last = earlyEvents.at(-1)
    if (last?.kind === 'input' && last.target === target) last.value = target.value
    else earlyEvents.push({ kind: 'input', target, value: target.value })
    start()
  }
}

function keepShortcut(event: KeyboardEvent) {
  if (event.ctrlKey || event.metaKey || event.altKey) earlyEvents.push({ kind: 'shortcut', event })
}

addEventListener('click', keepClick, true)
addEventListener('input', keepInput, true)
addEventListener('keydown', keepShortcut, true)

window.replayEarlyEvents = () => {
  removeEventListener('click', keepClick, true)
  removeEventListener('input', keepInput, true)
  removeEventListener('keydown', keepShortcut, true)
  for (const early of earlyEvents.splice(0)) {
    if (early.kind === 'click') press(early.target)
    else if (early.kind === 'input') enterValue(early.target, early.value)
    else document.dispatchEvent(new KeyboardEvent('keydown', early.event))
  }
}

/** A tab changes as soon as the mouse goes down on it. */
function press(button: HTMLElement): void {
  if (button.role === 'tab') button.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }))
  button.click()
}

/**
 * React knows a field's value by its own setter and hears of a change where the field then holds another one: so it is
 * first given a wrong one, and the right one goes past it.
 */
function enterValue(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  field.value = value === '' ? ' ' : ''
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

// Who is signed in, came by a link that says something, or comes back needs the app at once.
if (!isFirstVisit || location.search || document.cookie.includes('signed_in=1')) start()
else for (const sign of SIGNS) addEventListener(sign, start, { passive: true })
